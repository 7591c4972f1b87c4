import type { MetricsProject } from '@assay/contract/metrics.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../ui/format.ts'
import { Score } from '../../ui/score.tsx'
import { cellLook, Header, numberLook, rowLook, Table } from '../../ui/table.tsx'
import { columnNames, columns, rowKey, sortBy, type Sorting } from './model.ts'

interface Props {
  rows: MetricsProject[]
  sorting: Sorting
  isUpdating: boolean
  onSort: (sorting: Sorting) => void
}

export function ProjectsTable({ rows, sorting, isUpdating, onSort }: Props) {
  return (
    <Table label={texts.dashboard.projects} isBusy={isUpdating}>
      <thead>
        <tr className="border-b border-line">
          {columnNames.map((column) => (
            <Header
              key={column}
              title={texts.dashboard.columns[column]}
              isNumber={columns[column].isNumber}
              sorted={sorting.sort === column ? sorting.direction : null}
              onSort={() => onSort(sortBy(column, sorting))}
            />
          ))}
          <th scope="col">
            <span className="sr-only">{texts.dashboard.report}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={rowKey(row)} {...row} />
        ))}
      </tbody>
    </Table>
  )
}

function Row(row: MetricsProject) {
  return (
    <tr className={rowLook}>
      <th
        scope="row"
        className="max-w-md min-w-44 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]"
        title={row.projectUrl}
      >
        <span className="block text-soft sm:inline">{row.nameFront}</span>
        <span className="font-semibold">{row.nameTail}</span>
      </th>
      <td className={cellLook}>{row.projectBranch}</td>
      <td className={numberLook}>{formatNumber(row.vulnerabilityCount)}</td>
      <td className={numberLook}>{formatNumber(row.totalScans)}</td>
      <td className={numberLook}>
        <Score score={row.securityScore} words={texts.risk} />
      </td>
      <td className={numberLook}>
        <time dateTime={new Date(row.lastScanned).toISOString()} title={formatAgo(row.lastScanned)}>
          {formatDateTime(row.lastScanned)}
        </time>
      </td>
      <td className="pr-3 text-right">
        <ReportLink {...row} />
      </td>
    </tr>
  )
}

function ReportLink({ projectUUID, projectBranch, nameFront, nameTail }: MetricsProject) {
  return (
    <a
      href={paths.project(projectUUID, projectBranch)}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.dashboard.openReport(nameFront + nameTail, projectBranch)}
      className="inline-grid size-7 place-items-center rounded-md text-soft hover:bg-line hover:text-ink"
    >
      <svg
        aria-hidden
        viewBox="0 0 16 16"
        className="size-3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="M6.5 3H3v10h10V9.5M9 3h4v4M13 3 7.5 8.5" />
      </svg>
    </a>
  )
}
