import { setTimeout as sleep } from 'node:timers/promises'
import { outageOf } from '#platform/database/outage.ts'

interface RetryOptions {
  log: { error(context: object, message: string): void }
  timeoutMs: number
}

const minPauseMs = 500
const maxPauseMs = 10_000

/**
 * Repeats a job's work during outages of the database or disk, without using up the job's attempts. The work must be
 * idempotent at any point.
 */
export async function retryDuringOutage<T>(
  work: () => Promise<T>,
  { log, timeoutMs }: RetryOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = minPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (outageOf(error) === null || performance.now() > deadline) throw error
      log.error(
        { reason: String(error), pauseMs },
        'Job interrupted by an outage of the database or disk, retrying',
      )
      await sleep(pauseMs, undefined, { ref: false })
    }
  }
}
