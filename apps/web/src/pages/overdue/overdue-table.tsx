import type { OverdueFinding } from '@assay/contract/trends.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { severityNames } from '../../messages/severity.ts'
import { formatDays } from '../../language/format.ts'
import { overdue as messages } from '../../messages/overdue.ts'
import { paths } from '../../paths.ts'
import { Severity } from '../../ui/severity.tsx'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { LongBody } from '../../widgets/lists/long-body.tsx'
import { TriageButton } from '../../widgets/triage/triage-button.tsx'

type Column = keyof typeof messages.columns

const widths: Record<Column, string> = {
  id: 'w-44',
  severity: 'w-28',
  package: '',
  project: 'w-[24%]',
  due: 'w-30',
  overdue: 'w-32',
  fix: 'w-48 min-[100rem]:w-72',
}
const all = Object.keys(messages.columns) as Column[]
const medium: readonly Column[] = ['id', 'severity', 'package', 'project', 'overdue']
const narrow: readonly Column[] = ['id', 'overdue']

interface Props {
  rows: OverdueFinding[]
  isBusy: boolean
}

export function OverdueTable({ rows, isBusy }: Props) {
  const isNarrow = useMedia('(width < 48rem)')
  const isMedium = useMedia('(width < 75rem)')
  const shown = isNarrow ? narrow : isMedium ? medium : all
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
            <col key={column} className={isNarrow && column === 'id' ? '' : widths[column]} />
          ))}
        </colgroup>
        <thead className="bg-surface lg:sticky lg:top-(--navbar) lg:z-[2] lg:shadow-[inset_0_-1px_var(--line)]">
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header key={column} title={messages.columns[column]} isNumber={column === 'overdue'} />
            ))}
          </tr>
        </thead>
        <LongBody rows={rows} columns={shown.length} keyOf={keyOf}>
          {(row, attributes) => (
            <tr {...attributes} className="border-b border-line-soft group-last/row:border-0 hover:bg-hover">
              <th
                scope="row"
                className="px-3 py-1.5 text-left align-top font-normal [overflow-wrap:anywhere]"
              >
                <Name row={row} isNarrow={isNarrow} />
              </th>
              {shown.slice(1).map((column) => (
                <td
                  key={column}
                  className={`px-3 pt-2 pb-1.5 align-top [overflow-wrap:anywhere] ${cellStyles[column] ?? ''}`}
                >
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

const keyOf = ({ projectUuid, branch, adviceID, package: name }: OverdueFinding) =>
  [projectUuid, branch, adviceID, name].join(' ')

/** The id, linked to the vulnerability. */
function Name({ row, isNarrow }: { row: OverdueFinding; isNarrow: boolean }) {
  return (
    <>
      <Link
        data-row
        to={paths.vulnerabilities}
        search={{ id: row.id }}
        preload={false}
        className="tabular inline-flex min-h-6 items-center font-medium text-ink hover:text-accent hover:underline"
      >
        {row.displayId}
      </Link>
      {isNarrow && (
        <span className="grid gap-y-1 text-xs text-soft">
          <Severity severity={row.severity} word={severityNames[row.severity]} />
          <span>{row.package}</span>
          <span>
            <Project {...row} />
          </span>
          <span>
            {row.fixedVersions.length > 0 && `${messages.columns.fix} `}
            <Fixed {...row} />
          </span>
        </span>
      )}
    </>
  )
}

const Project = ({ projectUuid, projectName, projectUrl, branch }: OverdueFinding) => (
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
    <span className="text-xs text-soft">{branch}</span>
  </>
)

const Fixed = ({ fixedVersions }: OverdueFinding) =>
  fixedVersions.length === 0 ? (
    <span className="text-soft">{messages.noFix}</span>
  ) : (
    <>{fixedVersions.join(', ')}</>
  )

const cells: Record<Column, (row: OverdueFinding) => ReactNode> = {
  id: () => null,
  severity: ({ severity }) => <Severity severity={severity} word={severityNames[severity]} />,
  package: (row) => (
    <span className="flex flex-wrap items-center gap-2">
      {row.package}
      <TriageButton
        finding={{
          projectUuid: row.projectUuid,
          ecosystem: row.ecosystem,
          package: row.package,
          advisoryUuid: row.adviceID,
        }}
        displayId={row.displayId}
      />
    </span>
  ),
  project: (row) => <Project {...row} />,
  due: ({ dueDate }) => formatDays(dueDate, dueDate),
  overdue: ({ daysOverdue, dueDate }) => (
    <span title={formatDays(dueDate, dueDate)}>{messages.by(daysOverdue)}</span>
  ),
  fix: (row) => <Fixed {...row} />,
}

const cellStyles: Partial<Record<Column, string>> = {
  due: 'tabular whitespace-nowrap',
  overdue: 'tabular text-right font-medium text-danger',
  fix: 'tabular',
}
