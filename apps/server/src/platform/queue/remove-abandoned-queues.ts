import type { PgBoss } from 'pg-boss'
import { failedQueue } from './failed-queue.ts'

/** Earlier versions had a dead-letter queue with this suffix per kind of job. */
const ending = '.abandoned'
const jobsAtOnce = 100

/** Requeues the jobs left in them and removes the queues. */
export async function removeAbandonedQueues(boss: PgBoss): Promise<void> {
  const queues = await boss.getQueues()
  for (const { name, deadLetter } of queues)
    if (deadLetter?.endsWith(ending)) await boss.updateQueue(name, { deadLetter: failedQueue })
  const names = new Set(queues.map(({ name }) => name))
  for (const name of names) {
    if (!name.endsWith(ending)) continue
    const kind = name.slice(0, -ending.length)
    if (names.has(kind)) await resend(boss, name, kind)
    await boss.deleteQueue(name)
  }
}

async function resend(boss: PgBoss, from: string, to: string): Promise<void> {
  for (;;) {
    const jobs = await boss.fetch<object>(from, { batchSize: jobsAtOnce })
    if (jobs.length === 0) return
    for (const { data } of jobs) await boss.send(to, data)
    await boss.complete(
      from,
      jobs.map(({ id }) => id),
    )
  }
}
