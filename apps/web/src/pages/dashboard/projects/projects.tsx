import type { MetricsRows, SecurityMetrics } from '@assay/contract/metrics.ts'
import { lazy, startTransition, Suspense, useEffect, useMemo, useState } from 'react'
import { loadPart } from '../../../api/outage.ts'
import { manyRows } from '../../../widgets/lists/use-rows.ts'
import { texts } from '../../../messages/app.ts'
import { formatNumber } from '../../../language/format.ts'
import { columnNames, openRow, rowsOf, sortBy, type Sorting, summarize } from '../criteria/model.ts'
import { DetailsSpinner } from './details-spinner.tsx'
import { ProjectsTable } from './projects-table.tsx'
import type { DashboardSearch, SearchPatch } from '../criteria/search.ts'
import type { useMetrics } from '../criteria/use-metrics.ts'

interface Props {
  metrics: ReturnType<typeof useMetrics>
  /** The pages shown, the newest of which has the totals. */
  pages: readonly (SecurityMetrics | MetricsRows)[]
  newest: SecurityMetrics
  isUpdating: boolean
  search: DashboardSearch
  reveal: string | null
  onSearch: (patch: SearchPatch) => void
  onReveal: (key: string | null) => void
}

const messages = texts.dashboard

/** Target of links. */
export const projectsId = 'projects'

// Loaded when the first row is opened.
const ProjectDetails = lazy(() =>
  loadPart(async () => ({ default: (await import('./project-details.tsx')).ProjectDetails })),
)

/** About as many as fit on a screen. */
const rowsAtOnce = 16

/** How many rows are shown: one screen first, and another one whenever the browser has shown the last. */
function useGrowingLimit(count: number, isWhole: boolean): number {
  const [limit, setLimit] = useState(rowsAtOnce)
  // Longer lists only render what is visible.
  const isGrowing = !isWhole && count <= manyRows
  useEffect(() => {
    if (isGrowing && limit < count) startTransition(() => setLimit(limit + rowsAtOnce))
  }, [isGrowing, limit, count])
  return isGrowing ? limit : Infinity
}

export function Projects({ metrics, pages, newest, isUpdating, search, reveal, onSearch, onReveal }: Props) {
  const { startDate, endDate, totalRows } = newest
  const loaded = useMemo(() => rowsOf(pages), [pages])
  const limit = useGrowingLimit(totalRows, reveal !== null)
  const rows = useMemo(() => (limit < loaded.length ? loaded.slice(0, limit) : loaded), [loaded, limit])
  return (
    <section
      id={projectsId}
      aria-label={messages.projects}
      className="min-w-0 rounded-card border border-line bg-surface lg:col-span-2"
    >
      <div className="flex items-baseline gap-2 border-b border-line px-3 py-2">
        <h2 className="m-0 text-sm font-semibold">{messages.projects}</h2>
        <ul className="tabular m-0 flex list-none flex-wrap gap-x-3 p-0 text-xs text-soft">
          {sumsOf(newest).map((sum) => (
            <li key={sum}>{sum}</li>
          ))}
        </ul>
        {totalRows > 0 && <SortSelect sorting={search} onSort={onSearch} />}
      </div>
      {totalRows === 0 ? (
        <NoProjects />
      ) : (
        <ProjectsTable
          rows={rows}
          count={metrics.hasNextPage ? Math.min(limit, Math.max(totalRows, rows.length)) : rows.length}
          sorting={search}
          isUpdating={isUpdating}
          open={openRow(search)}
          reveal={reveal}
          onSort={onSearch}
          onOpen={(row) => onSearch({ pid: row?.projectUUID, branch: row?.projectBranch, scan: undefined })}
          onMore={() => {
            if (metrics.hasNextPage && !metrics.isFetching && !metrics.error) void metrics.fetchNextPage()
            return metrics.hasNextPage
          }}
          onRevealed={() => onReveal(null)}
        >
          {(row) => (
            <Suspense fallback={<DetailsSpinner />}>
              <ProjectDetails
                row={row}
                window={{ startDate, endDate }}
                scan={search.scan}
                onScan={(scan) => onSearch({ scan })}
              />
            </Suspense>
          )}
        </ProjectsTable>
      )}
    </section>
  )
}

/** What the rows add up to: the numbers of the cards. */
function sumsOf({ overview, totalRows }: SecurityMetrics): string[] {
  const { projects, scans, identified, addressed } = summarize(overview.filteredOverview ?? overview)
  return [
    messages.projectCount(projects),
    messages.branchCount(totalRows),
    messages.scanCount(scans),
    `${formatNumber(identified)} ${messages.numberOf.identified}`,
    `${formatNumber(addressed)} ${messages.numberOf.addressed}`,
  ]
}

/** For narrow layouts without sortable column headers. */
function SortSelect({ sorting, onSort }: { sorting: Sorting; onSort: (sorting: Sorting) => void }) {
  return (
    <select
      aria-label={messages.sortBy}
      value={sorting.sort}
      onChange={({ target }) => {
        const column = columnNames.find((name) => name === target.value)
        if (column) onSort(sortBy(column, sorting))
      }}
      className="ml-auto h-7 cursor-pointer rounded-md border border-control bg-raised px-1 text-xs text-soft min-[60rem]:hidden print:hidden"
    >
      {columnNames.map((column) => (
        <option key={column} value={column}>
          {messages.columns[column]}
        </option>
      ))}
    </select>
  )
}

const NoProjects = () => (
  <p className="m-0 px-4 py-12 text-center text-base font-medium">{messages.noProjects}</p>
)
