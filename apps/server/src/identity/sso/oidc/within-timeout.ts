import { setTimeout } from 'node:timers/promises'

/** Maximum wait of a refresh or logout for a hanging provider. */
const timeoutMs = 5000

/** The result, or null on timeout; the request continues in the background. */
export async function withinTimeout<T>(promise: Promise<T>): Promise<T | null> {
  const timeout = new AbortController()
  const late = setTimeout(timeoutMs, null, { ref: false, signal: timeout.signal })
  try {
    return await Promise.race([promise, late])
  } finally {
    late.catch(() => null)
    timeout.abort()
  }
}
