import type { Tx } from '#platform/database/database.ts'
import { type DeadLetterRow, deleteDeadLetters } from './dead-letter-store.ts'
import { type Job, jobsByName } from './job.ts'
import type { Queue } from './queue.ts'

/** Jobs per statement. */
const jobsAtOnce = 1000

/** Requeues failed jobs locked by the transaction. Jobs with an unknown payload stay failed. */
export async function retryJobs(
  tx: Tx,
  queue: Queue,
  rows: readonly DeadLetterRow[],
): Promise<{ retried: number; kept: number }> {
  const kinds = jobsByName(queue.jobs)
  let retried = 0
  for (const [name, failed] of Map.groupBy(rows, ({ job }) => job)) {
    const job = kinds.get(name)
    if (job) retried += await retryJob(tx, queue, { job, failed })
  }
  return { retried, kept: rows.length - retried }
}

async function retryJob(
  tx: Tx,
  queue: Queue,
  { job, failed }: { job: Job; failed: readonly DeadLetterRow[] },
): Promise<number> {
  const valid = failed.flatMap(({ uuid, payload }) => {
    const { data } = job.payload.safeParse(payload)
    return data ? [{ uuid, payload: data }] : []
  })
  for (let start = 0; start < valid.length; start += jobsAtOnce) {
    const payloads = valid.slice(start, start + jobsAtOnce).map(({ payload }) => payload)
    await job.onRequeue?.(tx, payloads)
    await queue.sendAll(tx, job, { payloads, priority: job.priority })
  }
  await deleteDeadLetters(
    tx,
    valid.map(({ uuid }) => uuid),
  )
  return valid.length
}
