import type { Overview } from '@assay/contract/scans.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { NewScans } from '../../widgets/live/new-scans.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { report as messages } from '../../messages/report.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { InfrastructureReport } from './infrastructure/infrastructure-tab.tsx'
import { prefetchFindings, readEarly } from './findings/use-findings.ts'
import { forbidden, type ReportProps } from './report/props.ts'
import { Printable } from './printed/printable.tsx'
import { ReportView } from './report-view.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { useAfterFirstPaint } from '../../widgets/use-after-first-paint.ts'
import { useComponents } from './components/use-components.ts'

export function ProjectPage(props: ReportProps) {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <ProjectReport {...props} />
    </MembersOnly>
  )
}

function ProjectReport({ search, onSearch }: ReportProps) {
  const { pid, branch, reportUuid } = search
  const choice = { params: { projectUuid: pid }, query: { branch, reportUuid } }
  const queries = useQueryClient()
  const overview = useQuery({
    ...query(api.scans.overview, choice),
    async queryFn({ signal, queryKey }) {
      const isFirst = queries.getQueryData(queryKey) === undefined
      const early = isFirst && showsFindings(search) ? readEarly(choice, { signal }) : null
      const known = await api.scans.overview(choice, { signal })
      // While what is above them is drawn.
      if (showsFindings(search)) void prefetchFindings(queries, known, early)
      return known
    },
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView
      query={overview}
      skeleton={<ReportSkeleton />}
      failed={messages.failed}
      forbidden={{ ...forbidden, isPage: true }}
      missing={
        <InfrastructureReport
          search={search}
          onSearch={onSearch}
          of={{ projectUuid: pid, branch }}
          isAlone
          missing={<Missing hint={messages.noneHint} />}
        />
      }
    >
      {(known) =>
        search.mode === 'print' ? (
          <Printable overview={known} search={search} onSearch={onSearch} />
        ) : (
          <>
            <Shown overview={known} isBusy={overview.isPlaceholderData} search={search} onSearch={onSearch} />
            <NewerScans
              overview={known}
              answeredAt={overview.dataUpdatedAt}
              search={search}
              onSearch={onSearch}
            />
          </>
        )
      }
    </QueryView>
  )
}

const showsFindings = ({ tab = 'security', mode }: ReportProps['search']) =>
  tab === 'security' && mode !== 'print'

/** The report; the browser prints its print view. */
function Shown(props: ComponentProps<typeof ReportView>) {
  const isPrinted = usePrinted(props.overview)
  return (
    <>
      <div hidden={isPrinted}>
        <ReportView {...props} />
      </div>
      {isPrinted && <Printable {...props} />}
    </>
  )
}

/** Whether the last scan of the shown branch is shown. */
function NewerScans({ overview, answeredAt, search, onSearch }: ReportProps & Newer) {
  const { project, branch, scan, scans } = overview
  const hasPermission = usePermission()
  const isLast = scans[0] === undefined || scans[0].uuid === scan.uuid
  if (!isLast || search.mode !== undefined || !hasPermission('insights.read')) return null
  const concerns = (other: { projectUuid: string; branch: string; reportUuid: string }) =>
    other.projectUuid === project.uuid &&
    other.branch === branch &&
    !scans.some(({ uuid }) => uuid === other.reportUuid)
  return (
    <NewScans
      topic={query(api.scans.overview, { params: { projectUuid: project.uuid } }).queryKey[0]}
      answeredAt={answeredAt}
      concerns={concerns}
      {...(search.reportUuid !== undefined && {
        onShow: () => onSearch({ reportUuid: undefined, branch, open: undefined, compare: undefined }),
      })}
    />
  )
}

interface Newer {
  overview: Overview
  answeredAt: number
}

const Missing = ({ hint }: { hint: string }) => (
  <EmptyState title={messages.none} hint={hint} isPage>
    <code className="max-w-full rounded-md bg-hover px-3 py-2 text-xs break-words">
      {messages.noneCommand}
    </code>
  </EmptyState>
)

const ReportSkeleton = () => (
  <div className="grid gap-6" aria-busy>
    <Skeleton className="h-7 w-72 max-w-full" />
    <div className="grid gap-3 md:grid-cols-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-24 w-full" />
      ))}
    </div>
    <Skeleton className="h-80 w-full" />
  </div>
)

/** The browser does not wait for what it prints, so it is loaded before; larger reports are printed from the print view. */
const maxComponents = 2000

/** Whether the browser is printing the report and the print view has all its data. */
function usePrinted(overview: Overview): boolean {
  const { project, scan } = overview
  const isLoaded = useAfterFirstPaint() && scan.coverage.listed <= maxComponents
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const findings = useQuery({ ...query(api.scans.findings, of), enabled: isLoaded })
  const components = useComponents(overview, isLoaded)
  const isPrinting = usePrinting()
  return isPrinting && findings.data !== undefined && components.data !== undefined
}
