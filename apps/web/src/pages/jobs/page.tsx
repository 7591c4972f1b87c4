import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { jobs as messages } from '../../messages/jobs.ts'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useTitle } from '../../widgets/use-title.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { Queues } from './queues.tsx'
import type { JobsProps } from './search.ts'

const refetchMs = 5_000

export function JobsPage(props: JobsProps) {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <PageTitle title={messages.title} lead={messages.lead} />
      <Jobs {...props} />
    </MembersOnly>
  )
}

function Jobs(props: JobsProps) {
  const queues = useQuery({ ...query(api.jobs.list, {}), refetchInterval: refetchMs })
  return (
    <QueryView
      query={queues}
      skeleton={<ListSkeleton />}
      failed={messages.failedToLoad}
      forbidden={messages.forbidden}
    >
      {(list) => (
        <>
          <Queues queues={list} />
          <FailedJobs {...props} queues={list} />
        </>
      )}
    </QueryView>
  )
}
