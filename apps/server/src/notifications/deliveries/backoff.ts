/** Seconds after each failed attempt, as recommended by Standard Webhooks: a little more than three days in total. */
const delaysSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** Jitter. */
const jitterPart = 0.1

/** Delay before the next attempt; null if there is none. At least the Retry-After of the service. */
export function nextAttemptMs(attempts: number, retryAfterMs = 0, random = Math.random()): number | null {
  const seconds = delaysSeconds[attempts - 1]
  if (seconds === undefined) return null
  return Math.max(seconds * 1000 * (1 + jitterPart * random), retryAfterMs)
}
