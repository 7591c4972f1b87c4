import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { type Job, type JobContext, priorities, priorityOf } from './job.ts'
import { failureReason, processEnded } from './failure-reason.ts'
import { jobSeconds, jobWaitSeconds } from '#platform/telemetry/job-metrics.ts'
import { retryDuringOutage } from './retry-during-outage.ts'
import type { RunningWorker } from './wake-workers.ts'

export const polling = {
  /** Applies while notifications are interrupted. */
  pollingIntervalSeconds: 1,
  /** Long, because wake-workers.ts finds jobs that become due without a notification. */
  notifyPollingIntervalSeconds: 60,
  heartbeatRefreshSeconds: 3,
  includeMetadata: true,
} as const

const oneOfEachGroup = { localGroupConcurrency: 1 }

export interface Work {
  context: JobContext
  onDone: (job: Job, payload: object) => void
  stopping?: AbortSignal
  /** Each worker that starts adds itself. */
  workers: RunningWorker[]
}

/** Starts the workers of one kind of job. */
export async function consumeJobs(
  boss: PgBoss,
  job: Job,
  { context, onDone, stopping, workers }: Work,
): Promise<void> {
  const { log } = context
  // Stops before the queue gives the job to another worker.
  const timeoutMs = job.timeoutSeconds * 700
  const withRetries = (work: () => Promise<void>) => retryDuringOutage(work, { log, timeoutMs })
  const run = async ({ id, data, priority, retryCount, retryLimit, createdOn }: JobWithMetadata) => {
    const from = performance.now()
    const end = (outcome: 'done' | 'failed') =>
      jobSeconds.observe({ job: job.name, outcome }, (performance.now() - from) / 1000)
    if (retryCount === 0)
      jobWaitSeconds.observe({ job: job.name }, Math.max(0, Date.now() - createdOn.getTime()) / 1000)
    try {
      const payload = job.payload.parse(data)
      await withRetries(() =>
        job.run(context, payload, { priority: priorityOf(priority), ...(stopping && { stopping }) }),
      )
      end('done')
      onDone(job, payload)
    } catch (error) {
      end('failed')
      const attempt = retryCount + 1
      // Jobs interrupted by a shutdown run again.
      // oxlint-disable-next-line preserve-caught-error -- the cause may hold secrets
      if (stopping?.aborted) throw new Error(processEnded)
      log.error({ err: error, job: job.name, id, attempt, attempts: retryLimit + 1 }, 'A job failed')
      // The queue stores the error with its cause.
      // oxlint-disable-next-line preserve-caught-error -- the cause may hold secrets
      throw new Error(failureReason(error))
    }
  }
  const worker = { run, workers, ...(job.groupOf && oneOfEachGroup) }
  for (let count = 0; count < job.concurrency; count++) await runWorker(boss, job.name, worker)
  for (let count = 0; count < (job.reserved ?? 0); count++)
    await runWorker(boss, job.name, { ...worker, minPriority: priorities.interactive })
}

interface Worker extends Pick<Work, 'workers'> {
  run: (job: JobWithMetadata) => Promise<void>
  minPriority?: number
  localGroupConcurrency?: number
}

/**
 * The library's workers fetch one batch, then sleep until notified or polling. Batches of several would keep jobs from
 * idle workers, so each worker fetches one and wakes itself while there are more.
 */
export async function runWorker(
  boss: PgBoss,
  name: string,
  { run, workers, ...options }: Worker,
): Promise<void> {
  let workerId: string | undefined
  workerId = await boss.work(name, { ...polling, ...options }, async ([job]: JobWithMetadata[]) => {
    if (workerId !== undefined) boss.notifyWorker(workerId)
    if (job) await run(job)
  })
  workers.push({ id: workerId, queue: name })
}
