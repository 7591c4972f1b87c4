import { ApiError } from '@assay/sdk/api-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOutage, isServerAway, onRecovery, reportOutage, subscribeToOutage } from './outage.ts'

let answers: (number | 'unreachable')[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => {
    const answer = answers.shift() ?? 200
    if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
    const body = answer === 200 ? { status: 'ok' } : { status: 'unavailable', reason: 'x' }
    return Promise.resolve(Response.json(body, { status: answer }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an outage lasts until the server is ready, and its end is told once', async () => {
  answers = ['unreachable', 503, 200]
  const seen: boolean[] = []
  const recovered = vi.fn<() => void>()
  const stops = [subscribeToOutage(() => seen.push(isServerAway())), onRecovery(recovered)]
  reportOutage()
  reportOutage()
  expect(seen).toEqual([true])
  await vi.advanceTimersByTimeAsync(6_000)
  expect([isServerAway(), recovered.mock.calls.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen).toEqual([true, false])
  expect(recovered).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(recovered).toHaveBeenCalledOnce()
  for (const stop of stops) stop()
})

test.each([
  [new ApiError(503, {}), true],
  [new ApiError(502, {}), true],
  [new TypeError('Failed to fetch'), true],
  [new ApiError(500, {}), false],
  [new ApiError(401, {}), false],
  [new Error('x'), false],
])('%s is an outage: %s', (error, is) => {
  expect(isOutage(error)).toBe(is)
})
