import type { QueuedWork } from '@assay/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { QueueTable } from '../../widgets/lists/queue-table.tsx'
import { texts } from '../../messages/app.ts'
import { status } from '../../messages/status.ts'
import { jobs } from '../../messages/jobs.ts'
import { paths } from '../../paths.ts'
import { Spinner } from '../../ui/spinner.tsx'

const messages = status.queue
const refetchMs = 5_000

/** Queued scans and their waiting time. */
export function Queue() {
  const queue = useQuery({ ...query(api.system.queue, {}), refetchInterval: refetchMs })
  return (
    <QueryView query={queue} skeleton={<Spinner label={texts.loading} />} failed={status.failed}>
      {(data) => <Work {...data} />}
    </QueryView>
  )
}

function Work({ isWholeInstallation, work }: { isWholeInstallation: boolean; work: QueuedWork[] }) {
  return (
    <>
      <h2 className="m-0 mt-8 mb-1 text-base font-semibold">{messages.title}</h2>
      <p className="m-0 mb-4 text-soft">
        {isWholeInstallation ? messages.lead.all : messages.lead.own}
        {isWholeInstallation && (
          <>
            {' · '}
            <Link to={paths.jobs} className="font-medium text-accent">
              {jobs.link}
            </Link>
          </>
        )}
      </p>
      {work.length === 0 ? (
        <p className="m-0 text-soft">{messages.empty}</p>
      ) : (
        <section className="rounded-card border border-line bg-surface">
          <QueueTable
            title={messages.title}
            failed={messages.failedLastHour}
            rows={work.map(({ kind, ...rest }) => ({ name: kind, ...rest }))}
          />
        </section>
      )}
    </>
  )
}
