/** Seconds after each failed attempt, as Standard Webhooks recommends: nearly three days in all. */
const delaysSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** Spreads those that failed together. */
const jitterPart = 0.1

/** Until the next attempt after so many; null: there is none. Never earlier than the other side asks for. */
export function nextAttemptMs(attempts: number, retryAfterMs = 0, random = Math.random()): number | null {
  const seconds = delaysSeconds[attempts - 1]
  if (seconds === undefined) return null
  return Math.max(seconds * 1000 * (1 + jitterPart * random), retryAfterMs)
}
