import type { CaseSummary } from '@assay/contract/cases.ts'
import { Link } from '@tanstack/react-router'
import { cases as messages } from '../../messages/cases.ts'
import { severityNames } from '../../messages/severity.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Severity } from '../../ui/severity.tsx'
import { When } from '../../ui/when.tsx'
import { columnsOf, ListTable, type TableDescription } from '../../widgets/lists/list-table.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import { keyOfDeadline, nameOfDeadline, nextDeadline } from './model.ts'

/** One below the other on a phone. */
const below = { from: 'medium', below: true } as const

const table: TableDescription<CaseSummary> = {
  label: messages.list,
  keyOf: ({ uuid }) => uuid,
  widths: { narrow: '(width < 60rem)', medium: '(width < 60rem)' },
  columns: columnsOf<CaseSummary, keyof typeof messages.columns>(messages.columns, {
    case: {
      cell: ({ uuid, displayId, severity }) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <Link
            data-row
            to={paths.case}
            params={{ caseUuid: uuid }}
            className="tabular inline-flex min-h-6 items-center font-medium text-ink hover:text-accent hover:underline"
          >
            {displayId}
          </Link>
          <Severity severity={severity} word={severityNames[severity]} />
        </span>
      ),
    },
    next: {
      ...below,
      width: 'w-[34%]',
      cell: ({ state, closeReason, closedAt, deadlines }) =>
        state === 'closed' ? (
          <>
            {closeReason && messages.reasons[closeReason]} <When epochMs={closedAt} />
          </>
        ) : (
          <NextDeadline deadlines={deadlines} />
        ),
    },
    projects: { ...below, width: 'w-32', cell: ({ projects }) => messages.projects(projects) },
    owner: {
      ...below,
      width: 'w-[18%]',
      cell: ({ owner }) => (owner ? nameOf(owner) : <span className="text-soft">{messages.nobody}</span>),
    },
    aware: {
      ...below,
      width: 'w-40',
      cell: ({ awareAt }) => (
        <>
          <span className="text-soft lg:hidden">{messages.columns.aware} </span>
          <When epochMs={awareAt} />
        </>
      ),
    },
  }),
}

export const CasesTable = (shown: { rows: CaseSummary[]; isBusy: boolean }) => (
  <ListTable table={table} selected={null} {...shown} />
)

function NextDeadline({ deadlines }: Pick<CaseSummary, 'deadlines'>) {
  const next = nextDeadline(deadlines)
  const overdue = deadlines.filter(({ isOverdue }) => isOverdue).length
  if (!next)
    return (
      <span className="text-soft">
        {deadlines.every(({ doneAt }) => doneAt !== null) ? messages.allDone : messages.noDeadline}
      </span>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {nameOfDeadline(keyOfDeadline(next))}
      {overdue > 0 ? (
        <Badge variant="bad">{messages.overdue(overdue)}</Badge>
      ) : (
        <span className="text-soft">{messages.dueOn(next.dueAt!)}</span>
      )}
    </span>
  )
}
