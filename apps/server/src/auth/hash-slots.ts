import { Problem } from '#platform/http/problem.ts'

interface Bounds {
  /** How many run at once. */
  slots: number
  /** How many may wait for a slot; more are refused. */
  maxWaiting: number
}

const retryAfterSeconds = 5

/**
 * Runs costly work a few at a time, in the order of arrival, so that a burst of logins takes neither the memory nor
 * the threads of everything else. Throws 503 when too many wait.
 */
export function createHashSlots({ slots, maxWaiting }: Bounds) {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async () => {
    if (running < slots) running++
    else if (waiting.length >= maxWaiting) throw tooBusy()
    // The slot is handed over by the one that leaves: running stays as it is.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

const tooBusy = () =>
  new Problem(503, 'tooBusy', 'Too many passwords are being checked right now').withRetryAfter(
    retryAfterSeconds,
  )
