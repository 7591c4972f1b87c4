import type { Job, JobContext } from '#platform/queue/job.ts'
import type { Consumer } from './consumer.ts'
import { deliver } from './deliver.ts'
import type { FailedEvent } from './handle-event-job.ts'
import { startLoop } from './loop.ts'
import { addConsumers, announceEvents, assignPositions, hasWaitingEvents, listBehind } from './store.ts'

interface DispatcherOptions {
  consumers: readonly Consumer[]
  handleEventJob: Job<FailedEvent>
  /** Polling interval for new events. */
  pollMs?: number
  /** Polling interval for consumers with undelivered events: those of other processes, and those that failed. */
  consumerPollMs?: number
}

export interface Dispatcher {
  /** Waits for pending work. */
  stop(): Promise<void>
}

const assignedAtOnce = 1000
/** Consumers are woken by new events; polling only covers a missed wake-up. */
const deliveryPollMs = 60_000

/**
 * Delivers events to consumers, in any number of processes: one at a time assigns positions, and one delivers to each
 * consumer. Each consumer has its own loop, so that they do not block each other.
 */
export async function startDispatcher(
  context: JobContext,
  { consumers, handleEventJob, pollMs = 500, consumerPollMs = 2000 }: DispatcherOptions,
): Promise<Dispatcher> {
  const { db } = context
  const subscriptions = consumers.map(({ name, types }) => ({ name, types }))
  await addConsumers(
    db,
    consumers.map(({ name }) => name),
  )
  const loops = new Map(
    consumers.map((consumer) => [
      consumer.name,
      startLoop(context, deliveryPollMs, () => deliver({ context, consumer, handleEventJob })),
    ]),
  )
  const wakeConsumers = async () => {
    for (const name of await listBehind(db, subscriptions)) loops.get(name)?.wake()
  }
  const ordering = startLoop(context, pollMs, async () => {
    if (!(await hasWaitingEvents(db))) return false
    const count = await db.transaction().execute(async (tx) => {
      const assigned = await assignPositions(tx, assignedAtOnce)
      if (assigned > 0) await announceEvents(tx)
      return assigned
    })
    if (count > 0) await wakeConsumers()
    return count === assignedAtOnce
  })
  const waking = startLoop(context, consumerPollMs, async () => {
    await wakeConsumers()
    return false
  })
  return {
    async stop() {
      await Promise.all([ordering, waking, ...loops.values()].map((loop) => loop.stop()))
    },
  }
}
