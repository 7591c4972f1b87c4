import { ApiError } from '@assay/sdk/api-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  isOutage,
  isPageOutdated,
  isServerAway,
  loadPart,
  onRecovery,
  reportOutage,
  subscribeToOutage,
} from './outage.ts'

let responses: (number | 'unreachable')[]
/** The script referenced by the page that the server sends. */
let served: string
let fields: { value: string; defaultValue: string }[]
let hide: () => void
const reload = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  served = '/assets/own.js'
  fields = []
  reload.mockClear()
  const script = { getAttribute: () => '/assets/own.js' }
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', {
    hidden: true,
    querySelector: (selector: string) => (selector.startsWith('script') ? script : null),
    querySelectorAll: () => fields,
    addEventListener: (_name: string, listener: () => void) => void (hide = listener),
  })
  vi.stubGlobal('fetch', (url: string) => {
    if (url === '/') return Promise.resolve(new Response(`<script type="module" src="${served}"></script>`))
    const response = responses.shift() ?? 200
    if (response === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
    const body = response === 200 ? { status: 'ok' } : { status: 'unavailable', reason: 'x' }
    return Promise.resolve(Response.json(body, { status: response }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an outage lasts until the server is ready, and its end is reported once', async () => {
  responses = ['unreachable', 503, 200]
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

test('a chunk that fails to load during an outage is loaded once the server is back', async () => {
  responses = ['unreachable', 503, 200]
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('part')
  const part = loadPart(load)
  await vi.advanceTimersByTimeAsync(3_000)
  expect([isServerAway(), load.mock.calls.length]).toEqual([true, 1])
  await vi.advanceTimersByTimeAsync(3_000)
  await expect(part).resolves.toBe('part')
})

test('a chunk that fails to load during a short interruption is retried at once', async () => {
  responses = [200]
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('part')
  await expect(loadPart(load)).resolves.toBe('part')
  expect(isServerAway()).toBe(false)
})

test('a chunk that is missing while the server responds is tried twice', async () => {
  responses = [200]
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('gone'))
  await expect(loadPart(load)).rejects.toThrow('gone')
  expect(load).toHaveBeenCalledTimes(2)
})

test('the page is outdated if the server returns with another build', async () => {
  responses = [200, 200]
  reportOutage()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(isPageOutdated()).toBe(false)
  served = '/assets/new.js'
  reportOutage()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(isPageOutdated()).toBe(true)
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

test('an outdated page reloads while hidden or when a chunk is missing, but never discards unsaved input', async () => {
  responses = [200]
  served = '/assets/new.js'
  fields = [{ value: 'half a na', defaultValue: '' }]
  const resolved = vi.fn<() => void>()
  void loadPart(() => Promise.reject(new TypeError('gone'))).finally(resolved)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(isPageOutdated()).toBe(true)
  hide()
  expect(reload).not.toHaveBeenCalled()
  fields = []
  hide()
  expect(reload).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reload).toHaveBeenCalledTimes(2)
  expect(resolved).not.toHaveBeenCalled()
})
