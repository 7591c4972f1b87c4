import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'

/** Polling interval for jobs that become due without a notification, such as retries. */
export const wakeSeconds = 2

export interface RunningWorker {
  id: string
  queue: string
}

interface WakeOptions {
  /** Workers started so far. */
  workers: readonly RunningWorker[]
  signal: AbortSignal
  log: { error(context: object, message: string): void }
}

/** Wakes the workers of queues with due jobs until aborted: one statement instead of one poll per worker. */
export async function wakeWorkers(boss: PgBoss, { workers, signal, log }: WakeOptions): Promise<void> {
  for (;;) {
    await sleep(wakeSeconds * 1000, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    try {
      const due = await queuesWithDueJobs(boss, new Set(workers.map(({ queue }) => queue)))
      for (const { id, queue } of workers) if (due.has(queue)) boss.notifyWorker(id)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'The queue could not look for due jobs')
    }
  }
}

async function queuesWithDueJobs(boss: PgBoss, queues: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { rows } = await boss.getDb().executeSql(
    `select due.name from unnest($1::text[]) due(name)
      where exists (select from queue.job
        where job.name = due.name and job.state < 'active' and not job.blocked and job.start_after <= queue.job_now())`,
    [[...queues]],
  )
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}
