import type { Job, JobContext } from '#platform/queue/job.ts'
import type { Consumer } from './consumer.ts'
import { deliver } from './deliver.ts'
import type { SetAside } from './handle-event-job.ts'
import { startLoop } from './loop.ts'
import { addConsumers, announceEvents, assignPositions } from './store.ts'

interface DispatcherOptions {
  consumers: readonly Consumer[]
  handleEventJob: Job<SetAside>
  /** How often is looked for new events. */
  pollMs?: number
}

export interface Dispatcher {
  /** Waits for what is under way. */
  stop(): Promise<void>
}

const assignedAtOnce = 1000
/** Events whose positions another process assigned are found by looking. */
const consumerPollFactor = 4

/**
 * Brings events to their consumers, from any number of processes: one of them assigns positions at a time, and one
 * delivers to each consumer. Every consumer has a loop of its own, so that none waits for another.
 */
export async function startDispatcher(
  context: JobContext,
  { consumers, handleEventJob, pollMs = 500 }: DispatcherOptions,
): Promise<Dispatcher> {
  await addConsumers(
    context.db,
    consumers.map(({ name }) => name),
  )
  const loops = consumers.map((consumer) =>
    startLoop(context, pollMs * consumerPollFactor, () => deliver({ context, consumer, handleEventJob })),
  )
  const ordering = startLoop(context, pollMs, async () => {
    const count = await context.db.transaction().execute(async (tx) => {
      const assigned = await assignPositions(tx, assignedAtOnce)
      if (assigned > 0) await announceEvents(tx)
      return assigned
    })
    if (count > 0) for (const loop of loops) loop.wake()
    return count === assignedAtOnce
  })
  return {
    async stop() {
      await Promise.all([ordering, ...loops].map((loop) => loop.stop()))
    },
  }
}
