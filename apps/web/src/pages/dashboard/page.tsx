import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { lazy, Suspense, useState } from 'react'
import { ErrorNotice } from '../../widgets/error-notice.tsx'
import { MembersOnly } from '../../widgets/members-only.tsx'
import { useAfterFirstPaint } from '../../widgets/use-after-first-paint.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { texts } from '../../messages/app.ts'
import { formatDays } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { openRow, rowKey, shown } from './model.ts'
import { Projects } from './projects.tsx'
import { Rankings } from './ranking.tsx'
import { criteriaOf, type DashboardSearch, type SearchPatch } from './search.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { ScanByFile } from './scan-by-file.tsx'
import { SummaryCards } from './summary.tsx'
import { Usage } from './usage.tsx'
import { useMetrics } from './use-metrics.ts'

interface Props {
  search: DashboardSearch
  /** Changes a part of the URL. */
  onSearch: (patch: SearchPatch) => void
}

const messages = texts.dashboard

// Once, at the beginning.
const GettingStarted = lazy(async () => ({
  default: (await import('./getting-started.tsx')).GettingStarted,
}))

// Most often it says nothing.
const AdvisoryState = lazy(async () => ({
  default: (await import('./advisory-state.tsx')).AdvisoryState,
}))

export function DashboardPage(props: Props) {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <Dashboard {...props} />
    </MembersOnly>
  )
}

function Dashboard({ search, onSearch }: Props) {
  const metrics = useMetrics(search)
  const isSettled = useAfterFirstPaint()
  // The others are rows alone.
  const newest = metrics.data?.pages.find((page) => 'overview' in page)
  // A row that the URL opens is brought into view once it is there.
  const [reveal, setReveal] = useState(() => openRow(search))
  const [files, setFiles] = useState<File[] | null>(null)
  return (
    <div className="grid gap-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <FilterPanel
        stored={criteriaOf(search)}
        project={search.project ?? ''}
        onApply={onSearch}
        onReset={onSearch}
        onFind={(project) => onSearch({ project: project === '' ? undefined : project })}
      />
      <section className="grid min-w-0 content-start gap-4">
        <Title metrics={newest} isUpdating={metrics.isPlaceholderData} />
        {metrics.error && (
          <ErrorNotice title={messages.failed} error={metrics.error} onRetry={() => void metrics.refetch()} />
        )}
        {metrics.isPending && <OverviewSkeleton />}
        {newest && (isSettled || newest.totalRows === 0) && (
          <Suspense>
            <AdvisoryState isEmpty={newest.totalRows === 0} />
          </Suspense>
        )}
        {newest?.totalRows === 0 && (
          <Suspense>
            <GettingStarted onFiles={setFiles} />
          </Suspense>
        )}
        {newest && <Overview metrics={newest} {...{ search, onSearch }} onReveal={setReveal} />}
      </section>
      {metrics.isPending && (
        <section className="min-h-96 rounded-card border border-line bg-surface lg:col-span-2">
          <Spinner label={texts.loading} />
        </section>
      )}
      {newest && <Projects {...{ metrics, newest, search, onSearch, reveal }} onReveal={setReveal} />}
      <ScanByFile files={files} onFiles={setFiles} />
    </div>
  )
}

function Title({ metrics, isUpdating }: { metrics: SecurityMetrics | undefined; isUpdating: boolean }) {
  return (
    <div className="flex min-h-8 flex-wrap items-baseline gap-3">
      <h1 className="m-0 text-lg font-semibold">{messages.title}</h1>
      {metrics && <span className="tabular text-soft">{formatDays(metrics.startDate, metrics.endDate)}</span>}
      <span role="status" className="sr-only">
        {isUpdating ? messages.updating : ''}
      </span>
    </div>
  )
}

type OverviewProps = Props & { metrics: SecurityMetrics; onReveal: (key: string | null) => void }

function Overview({ metrics, search, onSearch, onReveal }: OverviewProps) {
  const { summary, all, highlights } = shown(metrics)
  return (
    <>
      <SummaryCards {...{ summary, all }} />
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
