import { advisoryDatabases } from '@assay/contract/advisory-databases.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accessToken } from './access-token.ts'
import { connection, onAccessLost, refreshAccess } from './initial-api.ts'

const api = createClient({ advisoryDatabases }, connection)

/** A token: kind, account and session, then the part changed by each renewal. */
const tokenOf = (session: string, version: string) => `asys_${session.padEnd(43, '0')}${version}`
const [old, renewed] = [tokenOf('mine', 'old'), tokenOf('mine', 'new')]

type FakeResponse = { status: number; body: unknown } | 'unreachable'

const refreshed = { status: 200, body: { token: renewed, expiresInMs: 900_000 } }
const refused = { status: 401, body: { errorType: 'loginRequired', message: 'Log in again' } }
const failed = { status: 503, body: { errorType: 'databaseUnavailable', message: 'Starting' } }

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
  vi.stubGlobal('navigator', { locks: { request: (_name: string, action: () => unknown) => action() } })
  sent = []
  lost.mockReset()
  forget = onAccessLost(lost)
  accessToken.set(old)
})
afterEach(() => {
  forget()
  vi.unstubAllGlobals()
})

/** A fake network: refresh returns the given response, and calls only succeed with the token 'new'. */
function serve(refresh: FakeResponse) {
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const isRefresh = path.endsWith('/credentials/refresh')
    const authorization = new Headers(init?.headers).get('authorization')
    sent.push(isRefresh ? 'refresh' : `call ${authorization?.replace(/asys_\w{43}/, '') ?? null}`)
    const listed = authorization === `Bearer ${renewed}` ? { status: 200, body: [] } : refused
    const response = isRefresh ? refresh : listed
    if (response === 'unreachable') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json(response.body, { status: response.status }))
  })
}

test('an expired token is renewed once, and the call is repeated', async () => {
  serve(refreshed)
  expect(await api.advisoryDatabases.list()).toEqual([])
  expect(sent).toEqual(['call Bearer old', 'refresh', 'call Bearer new'])
  expect(lost).not.toHaveBeenCalled()
})

test('a call that failed before a renewal is repeated without a second one', async () => {
  serve(refreshed)
  const call = api.advisoryDatabases.list()
  accessToken.set(renewed)
  expect(await call).toEqual([])
  expect(sent).toEqual(['call Bearer old', 'call Bearer new'])
})

test('a rejected renewal ends the session, and the call fails once', async () => {
  serve(refused)
  await expect(api.advisoryDatabases.list()).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['call Bearer old', 'refresh'])
  expect(accessToken.get()).toBeNull()
  expect(lost).toHaveBeenCalledOnce()
})

test.each<[string, FakeResponse]>([
  ['no network', 'unreachable'],
  ['a server that starts', failed],
])('%s does not end the session', async (_name, response) => {
  serve(response)
  expect(await refreshAccess()).toBe('unreachable')
  expect(accessToken.get()).toBe(old)
  expect(lost).not.toHaveBeenCalled()
})

test('without a token, calls trigger no renewal', async () => {
  serve(refreshed)
  accessToken.clear()
  await expect(api.advisoryDatabases.list()).rejects.toMatchObject({ status: 401 })
  expect(sent).toEqual(['call null'])
})

test.each([
  [
    'by this tab',
    () => serve({ status: 200, body: { token: tokenOf('theirs', 'new'), expiresInMs: 900_000 } }),
  ],
  [
    'by another tab',
    () => {
      serve(refreshed)
      vi.stubGlobal('navigator', {
        locks: {
          request(_name: string, act: () => unknown) {
            accessToken.set(tokenOf('theirs', 'new'))
            return act()
          },
        },
      })
    },
  ],
])('a call is not repeated with the token of another session that started %s', async (_, prepare) => {
  prepare()
  await expect(api.advisoryDatabases.list()).rejects.toMatchObject({ status: 401 })
  expect(sent.filter((each) => each.startsWith('call'))).toEqual(['call Bearer old'])
})
