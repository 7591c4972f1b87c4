import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@assay/sdk/api-error.ts'

const firstPauseMs = 200
const maxPauseMs = 5000

/** Repeats a call that is refused while something is scanned. */
export async function whenScanned<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs))
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorType !== 'conflict') throw error
      await sleep(pauseMs)
    }
}
