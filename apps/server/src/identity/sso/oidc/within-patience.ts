import { setTimeout } from 'node:timers/promises'

/** How long a refresh or a logout waits for a provider that hangs. */
const patienceMs = 5000

/** The answer, or null when it takes too long; it is waited for no longer, and goes on. */
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
