import type { JobQueue } from '@assay/contract/jobs.ts'
import { jobs } from '../../messages/jobs.ts'
import { QueueTable } from '../../widgets/queue-table.tsx'

const { title } = jobs.queues

/** All kinds of jobs with queued, running and failed counts. */
export const Queues = ({ queues }: { queues: readonly JobQueue[] }) => (
  <section className="rounded-card border border-line bg-surface">
    <h2 className="m-0 px-3 pt-3 pb-1 text-base font-semibold">{title}</h2>
    <QueueTable title={title} rows={queues} />
  </section>
)
