import { ApiError } from './api-error.ts'

interface Retries {
  times: number
  pauseMs: number | undefined
  signal: AbortSignal | undefined
}

const defaultPauseMs = 500
const maxPauseMs = 30_000

/** Retries a call after a lost connection or a response that the server is busy. */
export async function retrying<T>(
  send: () => Promise<T>,
  { times, pauseMs = defaultPauseMs, signal }: Retries,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await send()
    } catch (error) {
      if (failures >= times || signal?.aborted || !isWorthRepeating(error)) throw error
      const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : null
      await sleep(Math.min(retryAfterMs ?? pauseMs * 2 ** failures, maxPauseMs), signal)
    }
  }
}

/** Anything but an ApiError is a failed connection. */
const isWorthRepeating = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  [502, 503, 504].includes(error.status) ||
  (error.status === 409 && error.errorType === 'idempotencyKeyInUse')

const sleep = (pauseMs: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMs)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
