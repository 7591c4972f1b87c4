import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobContext } from '#platform/queue/job.ts'
import type { Consumer } from './consumer.ts'
import { deliver } from './deliver.ts'
import type { SetAside } from './handle-event-job.ts'
import { addConsumers, assignPositions } from './store.ts'

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
    const count = await context.db.transaction().execute((tx) => assignPositions(tx, assignedAtOnce))
    if (count > 0) for (const loop of loops) loop.wake()
    return count === assignedAtOnce
  })
  return {
    async stop() {
      await Promise.all([ordering, ...loops].map((loop) => loop.stop()))
    },
  }
}

/** Repeats the step: at once while it says that there is more, else when woken or after a pause. */
function startLoop({ log }: Pick<JobContext, 'log'>, pauseMs: number, step: () => Promise<boolean>) {
  const stopped = new AbortController()
  let [isWoken, pause] = [false, new AbortController()]
  const run = async () => {
    while (!stopped.signal.aborted) {
      isWoken = false
      const hasMore = await step().catch((error: unknown) => {
        log.error({ err: error }, 'Events could not be dispatched')
        return false
      })
      if (hasMore || isWoken || stopped.signal.aborted) continue
      pause = new AbortController()
      await sleep(pauseMs, undefined, { signal: pause.signal }).catch(() => undefined)
    }
  }
  const wake = () => {
    isWoken = true
    pause.abort()
  }
  const running = run()
  return {
    wake,
    async stop() {
      stopped.abort()
      pause.abort()
      await running
    },
  }
}
