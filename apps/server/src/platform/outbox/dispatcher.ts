import type { Job, JobContext } from '#platform/queue/job.ts'
import type { Consumer } from './consumer.ts'
import { deliver } from './deliver.ts'
import type { FailedEvent } from './handle-event-job.ts'
import { startLoop } from './loop.ts'
import { addConsumers, announceEvents, assignPositions } from './store.ts'

interface DispatcherOptions {
  consumers: readonly Consumer[]
  handleEventJob: Job<FailedEvent>
  /** Polling interval. */
  pollMs?: number
  /** Polling interval of consumers, for events of other processes; those of this process wake them. */
  consumerPollMs?: number
}

export interface Dispatcher {
  /** Waits for pending work. */
  stop(): Promise<void>
}

const assignedAtOnce = 1000
/**
 * Delivers events to consumers, in any number of processes: one at a time assigns positions, and one delivers to each
 * consumer. Each consumer has its own loop, so that they do not block each other.
 */
export async function startDispatcher(
  context: JobContext,
  { consumers, handleEventJob, pollMs = 500, consumerPollMs = 2000 }: DispatcherOptions,
): Promise<Dispatcher> {
  await addConsumers(
    context.db,
    consumers.map(({ name }) => name),
  )
  const loops = consumers.map((consumer) =>
    startLoop(context, consumerPollMs, () => deliver({ context, consumer, handleEventJob })),
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
