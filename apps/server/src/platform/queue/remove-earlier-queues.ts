import type { PgBoss } from 'pg-boss'
import { failedQueue } from './failed-queue.ts'
import type { Job } from './job.ts'

/** Earlier versions had a dead-letter queue with this suffix per kind of job. */
const abandoned = '.abandoned'

/** Requeues the jobs left in queues of earlier versions and removes those queues. */
export async function removeEarlierQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const queues = await boss.getQueues()
  for (const { name, deadLetter } of queues)
    if (deadLetter?.endsWith(abandoned)) await boss.updateQueue(name, { deadLetter: failedQueue })
  const names = new Set(queues.map(({ name }) => name))
  const successors = new Map(
    jobs.flatMap(({ name, earlierNames = [] }) => earlierNames.map((earlier) => [earlier, name])),
  )
  for (const name of names) {
    const successor = successors.get(name)
    if (successor !== undefined) await remove(boss, name, successor)
    if (!name.endsWith(abandoned)) continue
    const kind = name.slice(0, -abandoned.length)
    await remove(boss, name, names.has(kind) ? (successors.get(kind) ?? kind) : undefined)
  }
}

async function remove(boss: PgBoss, name: string, successor: string | undefined): Promise<void> {
  await boss.unschedule(name)
  if (successor !== undefined) await resend(boss, name, successor)
  await boss.deleteQueue(name)
}

/** Keeps the ids, so that no job is duplicated if this process ends before the queue is removed. */
async function resend(boss: PgBoss, from: string, to: string): Promise<void> {
  const jobs = await boss.findJobs<object>(from)
  const unfinished = jobs.filter(({ state }) => isUnfinished.has(state))
  const rows = unfinished.map(({ id, data, priority }) => ({ id, data, priority }))
  if (rows.length > 0) await boss.insert(to, rows)
}

/** A job whose process was killed remains active. */
const isUnfinished: ReadonlySet<string> = new Set(['created', 'retry', 'active'])
