import { setTimeout as sleep } from 'node:timers/promises'

interface Log {
  error(context: object, message: string): void
}

/** Relative to the duration of a step: during a backlog, a third of the time is left to requests and scans. */
const rest = 0.5

/** Repeats a step: after a short rest while it returns true, otherwise when woken or after a pause. */
export function startLoop({ log }: { log: Log }, pauseMs: number, step: () => Promise<boolean>) {
  const stopped = new AbortController()
  let [isWoken, pause] = [false, new AbortController()]
  const wait = (ms: number, { signal }: AbortController) =>
    sleep(ms, undefined, { signal }).catch(() => undefined)
  const run = async () => {
    while (!stopped.signal.aborted) {
      isWoken = false
      const start = performance.now()
      const hasMore = await step().catch((error: unknown) => {
        log.error({ err: error }, 'Events could not be dispatched')
        return false
      })
      if (stopped.signal.aborted) break
      if (hasMore) await wait((performance.now() - start) * rest, stopped)
      else if (!isWoken) await wait(pauseMs, (pause = new AbortController()))
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
