import { setTimeout as sleep } from 'node:timers/promises'

interface Log {
  error(context: object, message: string): void
}

/** Repeats a step: at once while it returns true, otherwise when woken or after a pause. */
export function startLoop({ log }: { log: Log }, pauseMs: number, step: () => Promise<boolean>) {
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
