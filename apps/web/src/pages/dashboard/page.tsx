import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import {
  type ComponentProps,
  lazy,
  startTransition,
  Suspense,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { loadPart } from '../../api/outage.ts'
import { ErrorNotice } from '../../widgets/notices/error-notice.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { useAfterFirstPaint } from '../../widgets/use-after-first-paint.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { texts } from '../../messages/app.ts'
import { formatDays } from '../../language/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { FilterPanel } from './criteria/filter-panel.tsx'
import { useFolded } from './criteria/panel-state.ts'
import { openRow, rowKey, shown } from './criteria/model.ts'
import { Projects } from './projects/projects.tsx'
import { Rankings } from './projects/ranking.tsx'
import { criteriaOf, type DashboardSearch, type SearchPatch } from './criteria/search.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { ScanByFile } from '../../widgets/scan/scan-by-file.tsx'
import { loadCharts } from '../../ui/chart/lazy.ts'
import { SummaryCards } from './summary.tsx'
import { Usage } from './usage/usage.tsx'
import { useMetrics } from './criteria/use-metrics.ts'

interface Props {
  search: DashboardSearch
  /** Updates search parameters. */
  onSearch: (patch: SearchPatch) => void
}

const messages = texts.dashboard

const NewScans = lazy(() =>
  loadPart(async () => ({ default: (await import('../../widgets/live/new-scans.tsx')).NewScans })),
)
const SavedViews = lazy(() =>
  loadPart(async () => ({ default: (await import('../../widgets/views/saved-views.tsx')).SavedViews })),
)
const loadTop = () => loadPart(async () => ({ default: (await import('./top.tsx')).Top }))
const Top = lazy(loadTop)
const TopAfterCharts = lazy(async () => {
  await loadCharts()
  return loadTop()
})

/** Once per document, not per visit. */
let hasDrawnRows = false

/** Loaded after the charts and rows, which are the first view. */
function TopAfterRows(props: ComponentProps<typeof Top>) {
  const [isDrawn, setDrawn] = useState(hasDrawnRows)
  useEffect(() => {
    if (isDrawn) return undefined
    // In the task after the frame that the rows are part of.
    const frame = requestAnimationFrame(() =>
      setTimeout(() => {
        hasDrawnRows = true
        startTransition(() => setDrawn(true))
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [isDrawn])
  return isDrawn ? <TopAfterCharts {...props} /> : <OverviewSkeleton />
}

export function DashboardPage(props: Props) {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <Dashboard {...props} />
    </MembersOnly>
  )
}

/** Rendered in slices, between which the browser can respond. */
function useShownMetrics(search: DashboardSearch) {
  const metrics = useMetrics(search)
  const data = useDeferredValue(metrics.data)
  const pages = data?.pages ?? noPages
  // Further pages only contain rows.
  const newest = pages.find((page) => 'overview' in page)
  const isUpdating = metrics.isPlaceholderData || data !== metrics.data
  return { metrics, pages, newest, isUpdating, isPending: !newest && !metrics.error }
}

const noPages: NonNullable<ReturnType<typeof useMetrics>['data']>['pages'] = []

function Dashboard({ search, onSearch }: Props) {
  const { metrics, pages, newest, isUpdating, isPending } = useShownMetrics(search)
  const isSettled = useAfterFirstPaint()
  // Scrolls to the row opened by the URL once it is loaded.
  const [reveal, setReveal] = useState(() => openRow(search))
  const [files, setFiles] = useState<File[] | null>(null)
  const isFolded = useFolded()
  return (
    <div className="grid gap-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <FilterPanel
        stored={criteriaOf(search)}
        project={search.project ?? ''}
        onApply={onSearch}
        onReset={onSearch}
        onFind={(project) => onSearch({ project: project === '' ? undefined : project })}
      />
      <section className={`grid min-w-0 content-start gap-3 ${isFolded ? 'lg:col-span-2' : ''}`}>
        <Title metrics={newest} isUpdating={isUpdating} isSettled={isSettled} />
        {metrics.error && (
          <ErrorNotice title={messages.failed} error={metrics.error} onRetry={() => void metrics.refetch()} />
        )}
        {isPending && <OverviewSkeleton />}
        {newest && (
          // Reserves roughly the height of the rows.
          <div className="grid content-start gap-3" style={{ minHeight: newest.totalRows && 620 }}>
            <Suspense fallback={newest.totalRows > 0 && <OverviewSkeleton />}>
              {newest.totalRows === 0 ? (
                <Top metrics={newest} search={search} onSearch={onSearch} onFiles={setFiles} />
              ) : (
                <TopAfterRows metrics={newest} search={search} onSearch={onSearch} onFiles={setFiles} />
              )}
            </Suspense>
          </div>
        )}
        {newest && <Overview metrics={newest} search={search} onSearch={onSearch} onReveal={setReveal} />}
      </section>
      {isPending && (
        <section className="min-h-96 rounded-card border border-line bg-surface lg:col-span-2">
          <Spinner label={texts.loading} />
        </section>
      )}
      {newest && (
        <Projects
          metrics={metrics}
          pages={pages}
          newest={newest}
          isUpdating={isUpdating}
          search={search}
          onSearch={onSearch}
          reveal={reveal}
          onReveal={setReveal}
        />
      )}
      <ScanByFile files={files} onFiles={setFiles} />
      {newest && isSettled && (
        <Suspense>
          <NewScans
            topic="metrics"
            answeredAt={metrics.dataUpdatedAt}
            concerns={(scan) => !hasScan(newest, scan)}
            isAutomatic={newest.totalRows === 0}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Whether the first page contains that scan or a later one of the row. */
const hasScan = (
  { projects }: SecurityMetrics,
  { projectUuid, branch, scannedAt }: { projectUuid: string; branch: string; scannedAt: number },
): boolean =>
  projects.some(
    (row) => row.projectUUID === projectUuid && row.projectBranch === branch && row.lastScanned >= scannedAt,
  )

interface TitleProps {
  metrics: SecurityMetrics | undefined
  isUpdating: boolean
  isSettled: boolean
}

function Title({ metrics, isUpdating, isSettled }: TitleProps) {
  return (
    <div className="flex min-h-8 items-center gap-3">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="m-0 text-lg font-semibold">{messages.title}</h1>
        {metrics && (
          <span className="tabular text-soft">{formatDays(metrics.startDate, metrics.endDate)}</span>
        )}
      </div>
      <span role="status" className="sr-only">
        {isUpdating ? messages.updating : ''}
      </span>
      {isSettled && (
        <Suspense>
          <span className="ml-auto flex print:hidden">
            <SavedViews list="dashboard" title={messages.title} />
          </span>
        </Suspense>
      )}
    </div>
  )
}

type OverviewProps = Props & { metrics: SecurityMetrics; onReveal: (key: string | null) => void }

function Overview({ metrics, search, onSearch, onReveal }: OverviewProps) {
  const { summary, all, highlights } = shown(metrics)
  return (
    <>
      <SummaryCards summary={summary} all={all} />
      <div className="grid gap-3 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <Rankings
          {...highlights}
          onOpen={(row) => {
            onReveal(rowKey(row))
            onSearch({ pid: row.projectUUID, branch: row.projectBranch, scan: undefined })
          }}
        />
        <Usage
          usage={highlights}
          view={search.usage ?? 'coverage'}
          isTable={search.tables ?? false}
          onView={(view) => onSearch({ usage: view === 'coverage' ? undefined : view })}
          onTable={(isTable) => onSearch({ tables: isTable || undefined })}
        />
      </div>
    </>
  )
}
