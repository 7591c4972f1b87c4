import type { PgBoss, UpdateQueueOptions } from 'pg-boss'
import { failedQueue } from './failed-queue.ts'
import { type Job, priorities } from './job.ts'

/** Heartbeat timeout, after which the job of a dead worker is given to another. */
export const heartbeatSeconds = 10

const settings = {
  heartbeatSeconds,
  /** Retention of finished jobs; their results are in the tables of their features. */
  deleteAfterSeconds: 3600,
  /** Maximum wait of a queued job: acknowledged work is not dropped. */
  retentionSeconds: 365 * 86_400,
  retryBackoff: true,
  notify: true,
}

/** Logged tables, since a failed job must survive a database restart. */
const failedRetry = { retryLimit: 20, retryDelay: 1, retryDelayMax: 60 }

/** Also updates queues of an earlier version to the current settings. */
export async function createQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await ensureQueue(boss, failedQueue, { ...settings, ...failedRetry })
  for (const job of jobs) {
    await ensureQueue(boss, job.name, {
      ...settings,
      retryLimit: job.retry.limit,
      retryDelay: job.retry.delaySeconds,
      retryDelayMax: job.retry.maxDelaySeconds,
      expireInSeconds: job.timeoutSeconds,
      deadLetter: failedQueue,
    })
    if (job.schedule) {
      const { cron, payload } = job.schedule
      await boss.schedule(job.name, cron, payload, { tz: 'UTC', priority: priorities[job.priority] })
    } else await boss.unschedule(job.name)
  }
}

async function ensureQueue(boss: PgBoss, name: string, options: UpdateQueueOptions): Promise<void> {
  await boss.createQueue(name)
  await boss.updateQueue(name, options)
}
