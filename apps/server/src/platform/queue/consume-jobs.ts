import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { type Job, type JobContext, priorities, priorityOf } from './job.ts'
import { failureReason, processEnded } from './failure-reason.ts'
import { jobSeconds, jobWaitSeconds } from '#platform/telemetry/job-metrics.ts'
import { startSpan, traced } from '#platform/traces/tracing.ts'
import { spanOfJob, spanOfJobs } from './job-traces.ts'
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
export async function consumeJobs(boss: PgBoss, job: Job, work: Work): Promise<void> {
  const run = runnerOf(job, work)
  const worker = {
    run: async (each: JobWithMetadata) => {
      const error = await run(each)
      if (error) throw error
    },
    workers: work.workers,
    ...(job.groupOf && oneOfEachGroup),
  }
  const interactive = { ...worker, minPriority: priorities.interactive }
  if (job.together) await runTogether(boss, job, { ...work, run })
  for (let count = 0; count < job.concurrency; count++)
    await runWorker(boss, job.name, job.together ? interactive : worker)
  for (let count = 0; count < (job.reserved ?? 0); count++) await runWorker(boss, job.name, interactive)
}

/** Runs one job. Returns what the queue is to store if it failed. */
function runnerOf(job: Job, { context, onDone, stopping }: Work) {
  const { log } = context
  // Stops before the queue gives the job to another worker.
  const timeoutMs = job.timeoutSeconds * 700
  const withRetries = (work: () => Promise<void>) => retryDuringOutage(work, { log, timeoutMs })
  const attempt = async ({
    id,
    data,
    priority,
    retryCount,
    retryLimit,
    ...rest
  }: JobWithMetadata): Promise<Error | null> => {
    const from = performance.now()
    const end = (outcome: 'done' | 'failed') =>
      jobSeconds.observe({ job: job.name, outcome }, (performance.now() - from) / 1000)
    observeWait(job, { retryCount, ...rest })
    try {
      const payload = job.payload.parse(data)
      await withRetries(() =>
        job.run(context, payload, { priority: priorityOf(priority), ...(stopping && { stopping }) }),
      )
      end('done')
      onDone(job, payload)
      return null
    } catch (error) {
      end('failed')
      // Jobs interrupted by a shutdown run again.
      if (stopping?.aborted) return new Error(processEnded)
      log.error(
        { err: error, job: job.name, id, attempt: retryCount + 1, attempts: retryLimit + 1 },
        'A job failed',
      )
      // The queue stores the error with its cause, which may hold secrets.
      return new Error(failureReason(error))
    }
  }
  return async (fetched: JobWithMetadata): Promise<Error | null> => {
    const span = startSpan(spanOfJob(job, fetched))
    if (!span) return attempt(fetched)
    const error = await span.run(() => attempt(fetched))
    span.end({ error: error?.message ?? null })
    return error
  }
}

function observeWait(job: Job, { retryCount, createdOn }: Pick<JobWithMetadata, 'retryCount' | 'createdOn'>) {
  if (retryCount === 0)
    jobWaitSeconds.observe({ job: job.name }, Math.max(0, Date.now() - createdOn.getTime()) / 1000)
}

/** A worker for jobs that nobody waits for: those that could not run together run alone. */
async function runTogether(
  boss: PgBoss,
  job: Job,
  { context, onDone, workers, run }: Work & { run: ReturnType<typeof runnerOf> },
): Promise<void> {
  const { size, run: runAll } = job.together!
  const options = {
    ...polling,
    batchSize: size,
    maxPriority: priorities.interactive - 1,
    perJobResults: true as const,
  }
  let workerId: string | undefined
  workerId = await boss.work(job.name, options, async (jobs: JobWithMetadata[]): Promise<JobResult[]> => {
    if (workerId !== undefined) boss.notifyWorker(workerId)
    const alone = jobs.length === 1 ? jobs : await runSome(jobs)
    const results: JobResult[] = jobs
      .filter((each) => !alone.includes(each))
      .map(({ id }) => ({ id, status: 'completed' }))
    for (const each of alone) {
      const error = await run(each)
      results.push({
        id: each.id,
        ...(error ? { status: 'failed', output: error } : { status: 'completed' }),
      })
    }
    return results
  })
  workers.push({ id: workerId, queue: job.name })

  async function runSome(jobs: JobWithMetadata[]): Promise<JobWithMetadata[]> {
    const read = jobs.map((each) => ({ job: each, payload: job.payload.safeParse(each.data).data }))
    const known = read.flatMap(({ payload }) => payload ?? [])
    const from = performance.now()
    try {
      const left = new Set(await traced(spanOfJobs(job, known.length), () => runAll(context, known)))
      const seconds = (performance.now() - from) / 1000 / jobs.length
      for (const { job: each, payload } of read) {
        if (!payload || left.has(payload)) continue
        observeWait(job, each)
        jobSeconds.observe({ job: job.name, outcome: 'done' }, seconds)
        onDone(job, payload)
      }
      return read.filter(({ payload }) => !payload || left.has(payload)).map((each) => each.job)
    } catch (error) {
      context.log.error({ err: error, job: job.name, jobs: jobs.length }, 'Jobs could not run together')
      return jobs
    }
  }
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
