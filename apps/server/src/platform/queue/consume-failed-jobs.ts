import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { failedQueue } from './failed-queue.ts'
import { insertDeadLetter } from './dead-letter-store.ts'
import { type Job, jobsByName } from './job.ts'
import { processEnded } from './failure-reason.ts'
import { retryDuringOutage } from './retry-during-outage.ts'
import { inTrace } from '#platform/traces/tracing.ts'
import { traceparentOf } from './job-traces.ts'
import { runWorker, type Work } from './consume-jobs.ts'

/** Longer than most outages, shorter than the timeout of an attempt. */
const timeoutMs = 600_000

/** Stores and logs each permanently failed job, then lets its kind clean up. */
export async function consumeFailedJobs(
  boss: PgBoss,
  jobs: readonly Job[],
  { context, onDone, workers }: Work,
): Promise<void> {
  const kinds = jobsByName(jobs)
  const work = async (failed: JobWithMetadata) => {
    const reason = reasonOf(failed.sourceOutput)
    const job = kinds.get(failed.sourceName ?? '')
    const payload = job?.payload.safeParse(failed.data)
    if (job?.survivesProcesses && payload?.success && reason === processEnded) {
      await context.queue.send(context.db, job, payload.data)
      return
    }
    const attempts = (failed.sourceRetryCount ?? 0) + 1
    context.log.error(
      { job: failed.sourceName, id: failed.sourceId, attempts, reason },
      'A job failed for good',
    )
    await insertDeadLetter(context.db, {
      uuid: failed.sourceId ?? failed.id,
      job: job?.name ?? failed.sourceName ?? '',
      payload: failed.data,
      reason,
      attempts,
      queuedAt: failed.sourceCreatedOn ?? failed.createdOn,
    })
    if (!job || !payload?.success) return
    await job.onExhausted?.(context, payload.data, reason)
    onDone(job, payload.data)
  }
  const run = (failed: JobWithMetadata) =>
    retryDuringOutage(() => inTrace(traceparentOf(failed), () => work(failed)), {
      log: context.log,
      timeoutMs,
    })
  await runWorker(boss, failedQueue, { run, workers })
}

/** The error of the attempt, or the queue's reason for ending it. */
function reasonOf(output: object | null): string {
  const { message, value } = z.parse(Output, output ?? {})
  const text = message ?? value?.message ?? ''
  const reported = reports.find(([pattern]) => pattern.test(text))
  return reported?.[1] ?? (text === '' ? 'Unknown error' : text)
}

const Message = z.string().optional().catch(undefined)
const Output = z.object({
  message: Message,
  value: z.object({ message: Message }).optional().catch(undefined),
})

const reports: readonly (readonly [RegExp, string])[] = [
  [/^handler execution exceeded/, 'The job took too long'],
  [/^job (?:timed out|heartbeat timeout)|^pg-boss shut down/, processEnded],
]
