import type { JobQueue } from '@assay/contract/jobs.ts'
import { jobs } from '../../messages/jobs.ts'
import { QueueTable } from '../../widgets/lists/queue-table.tsx'

const messages = jobs.queues

const isIdle = ({ queued, running, failed }: JobQueue) => queued + running + failed === 0

/** Queued, running and failed jobs by kind. Idle queues are collapsed. */
export function Queues({ queues }: { queues: readonly JobQueue[] }) {
  const idle = queues.filter(isIdle)
  const busy = queues.filter((queue) => !isIdle(queue))
  const idleTitle = messages.idle(idle.length)
  return (
    <section className="rounded-card border border-line bg-surface">
      <h2 className="m-0 px-3 pt-3 pb-1 text-base font-semibold">{messages.title}</h2>
      {busy.length === 0 ? (
        <p className="m-0 px-3 pb-3 text-soft">{messages.none}</p>
      ) : (
        <QueueTable title={messages.title} rows={busy} />
      )}
      {idle.length > 0 && (
        <details className="border-t border-line">
          <summary className="cursor-pointer px-3 py-2 text-soft">{idleTitle}</summary>
          <QueueTable title={idleTitle} rows={idle} />
        </details>
      )}
    </section>
  )
}
