import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { MembersOnly } from '../../parts/members-only.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { texts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { formatDays, formatNumber } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { rowsOf, type Sorting, summarize } from './model.ts'
import { ProjectsTable } from './projects-table.tsx'
import { SummaryCards } from './summary.tsx'

interface Props {
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

export function DashboardPage(props: Props) {
  useTitle(texts.dashboard.title)
  return (
    <MembersOnly>
      <Dashboard {...props} />
    </MembersOnly>
  )
}

function Dashboard({ sorting, onSort }: Props) {
  const metrics = useInfiniteQuery({
    queryKey: ['metrics', sorting],
    queryFn: ({ pageParam, signal }) =>
      api.metrics.security(
        { query: { ...sorting, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: SecurityMetrics) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  const words = texts.dashboard
  if (metrics.isPending) return <Spinner label={texts.loading} />
  const pages = metrics.data?.pages ?? []
  const [newest] = pages
  const rows = rowsOf(pages)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline gap-3">
        <h1 className="m-0 text-lg font-semibold">{words.title}</h1>
        {newest && <span className="tabular text-soft">{formatDays(newest.startDate, newest.endDate)}</span>}
      </div>
      {metrics.error && (
        <Failure title={words.failed} error={metrics.error} onRetry={() => void metrics.refetch()} />
      )}
      {newest && (
        <>
          <SummaryCards {...summarize(newest)} />
          <section className="rounded-card border border-line bg-surface">
            <div className="flex items-baseline gap-2 border-b border-line px-3 py-2">
              <h2 className="m-0 text-sm font-semibold">{words.projects}</h2>
              <span className="tabular text-xs text-soft">{formatNumber(newest.totalRows)}</span>
            </div>
            {newest.totalRows === 0 ? (
              <NoProjects />
            ) : (
              <ProjectsTable rows={rows} isUpdating={metrics.isPlaceholderData} {...{ sorting, onSort }} />
            )}
            {metrics.hasNextPage && (
              <div className="border-t border-line p-2 text-center">
                <Button
                  look="quiet"
                  isDisabled={metrics.isFetchingNextPage}
                  onPress={() => void metrics.fetchNextPage()}
                >
                  {words.more(rows.length, newest.totalRows)}
                </Button>
              </div>
            )}
          </section>
        </>
      )}
    </div>
  )
}

function NoProjects() {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-12 text-center">
      <p className="m-0 text-base font-medium">{texts.dashboard.noProjects}</p>
      <p className="m-0 text-soft">{texts.dashboard.firstScan}</p>
      <code className="max-w-full rounded-md bg-hover px-3 py-2 text-xs break-words">
        {texts.dashboard.firstScanCommand}
      </code>
    </div>
  )
}
