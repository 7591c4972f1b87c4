import { setTimeout } from 'node:timers/promises'

/** Maximum wait of a refresh or logout for a hanging provider. */
const patienceMs = 5000

/** The result, or null on timeout; the request continues in the background. */
export async function withinPatience<T>(asked: Promise<T>): Promise<T | null> {
  const given = new AbortController()
  const late = setTimeout(patienceMs, null, { ref: false, signal: given.signal })
  try {
    return await Promise.race([asked, late])
  } finally {
    late.catch(() => null)
    given.abort()
  }
}
