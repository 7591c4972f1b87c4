import { databases } from '@assay/contract/databases.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accessToken } from './access-token.ts'
import { connection, onAccessLost, refreshAccess } from './first-api.ts'

const api = createClient({ databases }, connection)

type Answer = { status: number; body: unknown } | 'unreachable'

const refreshed = { status: 200, body: { token: 'new', expiresInMs: 900_000 } }
const refused = { status: 401, body: { errorType: 'unauthenticated', message: 'Log in again' } }
const failed = { status: 503, body: { errorType: 'unavailable', message: 'Starting' } }

let sent: string[]
const lost = vi.fn<() => void>()
let forget: () => void

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('navigator', { locks: { request: (_name: string, act: () => unknown) => act() } })
  sent = []
  lost.mockReset()
  forget = onAccessLost(lost)
  accessToken.set('old')
})
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
})

/** The network: refresh answers as said, a call succeeds with the token 'new' only. */
function serve(refresh: Answer) {
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const isRefresh = path.endsWith('/credentials/refresh')
    const authorization = new Headers(init?.headers).get('authorization')
    sent.push(isRefresh ? 'refresh' : `call ${authorization}`)
    const listed = authorization === 'Bearer new' ? { status: 200, body: [] } : refused
    const answer = isRefresh ? refresh : listed
    if (answer === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json(answer.body, { status: answer.status }))
  })
}

test('an expired token is renewed once and the call made again', async () => {
  serve(refreshed)
  expect(await api.databases.list()).toEqual([])
  expect(sent).toEqual(['call Bearer old', 'refresh', 'call Bearer new'])
  expect(lost).not.toHaveBeenCalled()
})

test('a refused renewal ends the session, and the call fails once', async () => {
  serve(refused)
  await expect(api.databases.list()).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['call Bearer old', 'refresh'])
  expect(accessToken.get()).toBeNull()
  expect(lost).toHaveBeenCalledOnce()
})

test.each<[string, Answer]>([
  ['no network', 'unreachable'],
  ['a server that starts', failed],
])('%s does not end the session', async (_name, answer) => {
  serve(answer)
  expect(await refreshAccess()).toBe('unreachable')
  expect(accessToken.get()).toBe('old')
  expect(lost).not.toHaveBeenCalled()
})

test('without a token nothing is renewed behind a call', async () => {
  serve(refreshed)
  accessToken.clear()
  await expect(api.databases.list()).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['call null'])
})
