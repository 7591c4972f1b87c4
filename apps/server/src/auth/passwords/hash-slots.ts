import { Problem } from '#platform/http/problem.ts'

interface Bounds {
  /** Maximum concurrency. */
  slots: number
  /** Maximum queue length; further calls are rejected. */
  maxWaiting: number
}

const retryAfterSeconds = 5

/**
 * Runs expensive work with limited concurrency, first come, first served, so that a burst of logins does not exhaust
 * memory and threads. Throws 503 if the queue is full.
 */
export function createHashSlots({ slots, maxWaiting }: Bounds) {
  const waiting: (() => void)[] = []
  let running = 0
  const enter = async () => {
    if (running < slots) running++
    else if (waiting.length >= maxWaiting) throw tooBusy()
    // The slot is handed over, so the number of running calls stays the same.
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
