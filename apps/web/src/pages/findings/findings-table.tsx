import type { FindingRef, TriagedFinding } from '@assay/contract/triage.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDays } from '../../language/format.ts'
import { severityNames } from '../../messages/severity.ts'
import { triage } from '../../messages/triage.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Severity } from '../../ui/severity.tsx'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { LongBody } from '../../widgets/lists/long-body.tsx'
import { SelectAllBox, SelectBox } from '../../widgets/triage/select-box.tsx'
import { TriageButton } from '../../widgets/triage/triage-button.tsx'
import type { Selection } from '../../widgets/triage/use-selection.ts'

const messages = triage.findings
type Column = keyof typeof messages.columns

const widths: Record<Column, string> = {
  id: 'w-60',
  severity: 'w-28',
  package: '',
  project: 'w-[22%]',
  state: 'w-40',
  assignee: 'w-36',
  due: 'w-32',
}
const all = Object.keys(messages.columns) as Column[]
const medium: readonly Column[] = ['id', 'severity', 'package', 'project', 'state']
const narrow: readonly Column[] = ['id']

export const refOf = ({
  projectUuid,
  ecosystem,
  package: name,
  advisoryUuid,
}: TriagedFinding): FindingRef => ({
  projectUuid,
  ecosystem,
  package: name,
  advisoryUuid,
})
export const keyOf = (row: TriagedFinding) => Object.values(refOf(row)).join(' ')

interface Props {
  rows: TriagedFinding[]
  /** null: the current member may not change findings. */
  selection: Selection | null
  isBusy: boolean
}

export function FindingsTable({ rows, selection, isBusy }: Props) {
  const isNarrow = useMedia('(width < 48rem)')
  const isMedium = useMedia('(width < 75rem)')
  const shown = isNarrow ? narrow : isMedium ? medium : all
  return (
    <div className="grid gap-1">
      {selection && <SelectAllBox label={triage.bulk.selectAll} selection={selection} count={rows.length} />}
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
          <thead className="bg-surface lg:sticky lg:top-(--navbar) lg:z-[2] lg:shadow-[inset_0_-1px_var(--line)]">
            <tr className="border-b border-line" aria-rowindex={1}>
              {shown.map((column) => (
                <Header key={column} title={messages.columns[column]} />
              ))}
            </tr>
          </thead>
          <LongBody rows={rows} columns={shown.length} keyOf={keyOf}>
            {(row, attributes) => (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- x on a focused link of the row
              <tr
                {...attributes}
                {...(selection && { onKeyDown: selection.onKeyDown(keyOf(row)) })}
                className="border-b border-line-soft group-last/row:border-0 hover:bg-hover"
              >
                <th
                  scope="row"
                  className="px-3 py-1.5 text-left align-top font-normal [overflow-wrap:anywhere]"
                >
                  <Name row={row} selection={selection} isNarrow={isNarrow} />
                </th>
                {shown.slice(1).map((column) => (
                  <td key={column} className="px-3 pt-2 pb-1.5 align-top [overflow-wrap:anywhere]">
                    {cells[column](row)}
                  </td>
                ))}
              </tr>
            )}
          </LongBody>
        </table>
      </div>
    </div>
  )
}

interface NameProps {
  row: TriagedFinding
  selection: Selection | null
  isNarrow: boolean
}

const Name = ({ row, selection, isNarrow }: NameProps) => (
  <span className="flex items-start gap-2">
    {selection && (
      <SelectBox
        label={triage.bulk.select(`${row.displayId} ${row.package} ${row.projectName}`)}
        selection={selection}
        rowKey={keyOf(row)}
      />
    )}
    <span className="grid min-w-0 gap-1">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          data-row
          to={paths.vulnerabilities}
          search={{ id: row.cve ?? row.advisoryUuid }}
          preload={false}
          className="tabular inline-flex min-h-6 items-center font-medium text-ink hover:text-accent hover:underline"
        >
          {row.displayId}
        </Link>
        {row.isKnownExploited && <Badge variant="bad">{triage.exploited}</Badge>}
      </span>
      {isNarrow && (
        <span className="grid justify-items-start gap-y-1 text-xs text-soft">
          {all.slice(1).map((column) => (
            <span key={column}>{cells[column](row)}</span>
          ))}
        </span>
      )}
    </span>
  </span>
)

const cells: Record<Column, (row: TriagedFinding) => ReactNode> = {
  id: () => null,
  severity: ({ severity }) => <Severity severity={severity} word={severityNames[severity]} />,
  package: ({ package: name, fixedVersions }) => (
    <>
      <LongName name={name} />
      <span className="block text-xs text-soft">
        {fixedVersions.length > 0 ? `${triage.fixedIn} ${fixedVersions.join(', ')}` : triage.noFix}
      </span>
    </>
  ),
  project: ({ projectUuid, projectName, projectUrl, branch, branches }) => (
    <>
      <Link
        to={paths.projects}
        search={{ pid: projectUuid, branch }}
        preload={false}
        title={projectUrl}
        data-within
        className="inline-block min-h-6 text-accent"
      >
        {projectName}
      </Link>{' '}
      <span className="text-xs text-soft">{branches > 1 ? messages.branches(branches) : branch}</span>
    </>
  ),
  state: (row) => (
    <span className="grid justify-items-start gap-1">
      <TriageButton finding={refOf(row)} displayId={row.displayId} label={triage.states[row.state]} />
      {row.wantedUuid !== null && <Badge variant="warm">{triage.decisions.statuses.waiting}</Badge>}
    </span>
  ),
  assignee: ({ assignee }) =>
    assignee ? assignee.name || assignee.email : <span className="text-soft">{triage.nobody}</span>,
  due: ({ dueDate, isOverdue }) =>
    dueDate === null ? (
      <span className="text-soft">–</span>
    ) : (
      <span className={isOverdue ? 'tabular font-medium text-danger' : 'tabular'}>
        {formatDays(dueDate, dueDate)}
        {isOverdue && <span className="block text-xs">{triage.overdue}</span>}
      </span>
    ),
}
