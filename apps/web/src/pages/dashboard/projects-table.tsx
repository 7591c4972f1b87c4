import type { MetricsProject } from '@assay/contract/metrics.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../ui/format.ts'
import { Score } from '../../ui/score.tsx'
import { type Column, columnNames, columns, rowKey, sortBy, type Sorting } from './model.ts'

interface Props {
  rows: MetricsProject[]
  sorting: Sorting
  isUpdating: boolean
  onSort: (sorting: Sorting) => void
}

export function ProjectsTable({ rows, sorting, isUpdating, onSort }: Props) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={texts.dashboard.projects}>
      <table aria-busy={isUpdating} className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-left">
            {columnNames.map((column) => (
              <Header key={column} {...{ column, sorting, onSort }} />
            ))}
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={rowKey(row)} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Header({ column, sorting, onSort }: { column: Column } & Pick<Props, 'sorting' | 'onSort'>) {
  const isSorted = sorting.sort === column
  const isAscending = sorting.direction === 'asc'
  const align = columns[column].isNumber ? 'text-right' : ''
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : 'none'}
      className={`p-0 font-medium ${align}`}
    >
      <button
        type="button"
        onClick={() => onSort(sortBy(column, sorting))}
        className="w-full cursor-pointer px-3 py-2 text-xs whitespace-nowrap text-soft [text-align:inherit] hover:text-ink"
      >
        {texts.dashboard.columns[column]}
        <span aria-hidden className={isSorted ? 'ml-1' : ''}>
          {isSorted ? (isAscending ? '↑' : '↓') : ''}
        </span>
      </button>
    </th>
  )
}

const cell = 'px-3 py-2 whitespace-nowrap'
const numeric = `${cell} tabular text-right`

function Row(row: MetricsProject) {
  const name = `${row.nameFront}${row.nameTail}`
  return (
    <tr className="border-b border-line last:border-0 hover:bg-hover">
      <th
        scope="row"
        className="max-w-md min-w-48 px-3 py-2 text-left font-normal break-all"
        title={row.projectUrl}
      >
        <span className="text-soft">{row.nameFront}</span>
        <span className="font-medium">{row.nameTail}</span>
      </th>
      <td className={cell}>{row.projectBranch}</td>
      <td className={numeric}>{formatNumber(row.vulnerabilityCount)}</td>
      <td className={numeric}>{formatNumber(row.totalScans)}</td>
      <td className={numeric}>
        <Score score={row.securityScore} words={texts.risk} />
      </td>
      <td className={numeric}>
        <time dateTime={new Date(row.lastScanned).toISOString()} title={formatAgo(row.lastScanned)}>
          {formatDateTime(row.lastScanned)}
        </time>
      </td>
      <td className="pr-3 text-right">
        <a
          href={paths.project(row.projectUUID, row.projectBranch)}
          target="_blank"
          rel="noreferrer"
          aria-label={texts.dashboard.openReport(name, row.projectBranch)}
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
      </td>
    </tr>
  )
}
