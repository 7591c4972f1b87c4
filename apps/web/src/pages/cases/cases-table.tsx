import type { CaseSummary } from '@assay/contract/cases.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cases as messages } from '../../messages/cases.ts'
import { severityNames } from '../../messages/severity.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Severity } from '../../ui/severity.tsx'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { When } from '../../ui/when.tsx'
import { LongBody } from '../../widgets/lists/long-body.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import { keyOfDeadline, nameOfDeadline, nextDeadline } from './model.ts'

type Column = keyof typeof messages.columns
const widths: Record<Column, string> = {
  case: '',
  next: 'w-[34%]',
  projects: 'w-32',
  owner: 'w-[18%]',
  aware: 'w-40',
}
const all = Object.keys(messages.columns) as Column[]

export function CasesTable({ rows, isBusy }: { rows: CaseSummary[]; isBusy: boolean }) {
  const isNarrow = useMedia('(width < 60rem)')
  const shown = isNarrow ? all.slice(0, 1) : all
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <table
        aria-label={messages.list}
        aria-busy={isBusy}
        aria-rowcount={rows.length + 1}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={isNarrow ? '' : widths[column]} />
          ))}
        </colgroup>
        <thead className="bg-surface">
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header key={column} title={messages.columns[column]} />
            ))}
          </tr>
        </thead>
        <LongBody rows={rows} columns={shown.length} keyOf={({ uuid }) => uuid}>
          {(row, attributes) => (
            <tr {...attributes} className="border-b border-line-soft group-last/row:border-0 hover:bg-hover">
              <th scope="row" className="px-3 py-2 text-left align-top font-normal [overflow-wrap:anywhere]">
                <span className="grid min-w-0 gap-1">
                  {cells.case(row)}
                  {isNarrow && all.slice(1).map((column) => <span key={column}>{cells[column](row)}</span>)}
                </span>
              </th>
              {shown.slice(1).map((column) => (
                <td key={column} className="px-3 py-2 align-top [overflow-wrap:anywhere]">
                  {cells[column](row)}
                </td>
              ))}
            </tr>
          )}
        </LongBody>
      </table>
    </div>
  )
}

const cells: Record<Column, (row: CaseSummary) => ReactNode> = {
  case: ({ uuid, displayId, severity }) => (
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
  next: ({ state, closeReason, closedAt, deadlines }) =>
    state === 'closed' ? (
      <>
        {closeReason && messages.reasons[closeReason]} <When epochMs={closedAt} />
      </>
    ) : (
      <NextDeadline deadlines={deadlines} />
    ),
  projects: ({ projects }) => messages.projects(projects),
  owner: ({ owner }) => (owner ? nameOf(owner) : <span className="text-soft">{messages.nobody}</span>),
  aware: ({ awareAt }) => (
    <>
      <span className="text-soft lg:hidden">{messages.columns.aware} </span>
      <When epochMs={awareAt} />
    </>
  ),
}

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
