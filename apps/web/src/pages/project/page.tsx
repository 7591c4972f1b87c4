import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Asked } from '../../parts/asked.tsx'
import { MembersOnly } from '../../parts/members-only.tsx'
import { Nothing } from '../../parts/nothing.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { report as words } from '../../texts/report.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { forbidden, type ReportProps } from './props.ts'
import { Printable } from './printable.tsx'
import { ReportView } from './report-view.tsx'

export function ProjectPage(props: ReportProps) {
  useTitle(words.title)
  return (
    <MembersOnly>
      {props.search.pid === '' ? <Missing hint={words.noPid} /> : <ProjectReport {...props} />}
    </MembersOnly>
  )
}

function ProjectReport({ search, onSearch }: ReportProps) {
  const { pid, branch, reportUuid } = search
  const choice = { params: { projectUuid: pid }, query: { branch, reportUuid } }
  const overview = useQuery({ ...query(api.scans.overview, choice), placeholderData: keepPreviousData })
  return (
    <Asked
      query={overview}
      skeleton={<ReportSkeleton />}
      failed={words.failed}
      forbidden={forbidden}
      missing={<Missing hint={words.noneHint} />}
    >
      {(known) =>
        search.mode === 'print' ? (
          <Printable overview={known} {...{ search, onSearch }} />
        ) : (
          <ReportView overview={known} isBusy={overview.isPlaceholderData} {...{ search, onSearch }} />
        )
      }
    </Asked>
  )
}

const Missing = ({ hint }: { hint: string }) => (
  <Nothing title={words.none} hint={hint}>
    <code className="max-w-full rounded-md bg-hover px-3 py-2 text-xs break-words">{words.noneCommand}</code>
  </Nothing>
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
