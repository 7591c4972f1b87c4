import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../auth/passwords.ts'
import { startTestServer, type TestMember, type TestServer } from '../testing/test-server.ts'

const password = 'a password of some length'
let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
  member = await server.newAccount()
  const password_hash = await hashPassword(password)
  await server.db.updateTable('member').set({ password_hash }).where('uuid', '=', member.uuid).execute()
})
afterAll(() => server.stop())

const post = (
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) =>
  fetch(`${server.url}/api/v1/credentials/${path}`, {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const logIn = async (given = password) => {
  const response = await post('login', { body: { email: member.email.toUpperCase(), password: given } })
  const cookie = response.headers.get('set-cookie') ?? ''
  const { token } = (await response.json()) as { token?: string }
  return { response, cookie, token: token ?? '' }
}
const me = (token: string) =>
  fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })
const refresh = (cookie: string) => post('refresh', { headers: { cookie: cookie.split(';', 1)[0]! } })

describe('POST /credentials/login', () => {
  test('gives an access token, and a refresh cookie that no script can read', async () => {
    const { response, cookie, token } = await logIn()
    expect(response.status).toBe(200)
    expect(cookie).toMatch(/^assay_refresh=.*HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(await (await me(token)).json()).toMatchObject({
      email: member.email,
      role: 'Administrator',
      account: { default: false, admin: true },
    })
  })

  test('makes tokens of 256 random bits each time, and keeps no more than their hashes', async () => {
    const all = [await logIn(), await logIn()].flatMap(({ token, cookie }) => [
      token,
      cookie.split(/[=;]/)[1]!,
    ])
    expect(new Set(all).size).toBe(4)
    const randomOf = (token: string) => Buffer.from(token.slice('asys_'.length), 'base64url').subarray(32)
    expect(new Set(all.map((token) => randomOf(token).toString('hex'))).size).toBe(4)
    expect(all.map((token) => randomOf(token).length)).toEqual([32, 32, 32, 32])
    const rows = await server.db.selectFrom('session').select(['access_hash', 'refresh_hash']).execute()
    const kept = rows
      .flatMap((row) => [row.access_hash, row.refresh_hash])
      .map((hash) => Buffer.from(hash).toString('hex'))
    for (const token of all) {
      expect(kept).not.toContain(randomOf(token).toString('hex'))
      expect(kept).toContain(createHash('sha256').update(randomOf(token)).digest('hex'))
    }
  })

  test('answers a wrong password and an unknown address alike', async () => {
    const wrong = await post('login', { body: { email: member.email, password: 'wrong' } })
    const unknown = await post('login', { body: { email: 'nobody@example.org', password: 'wrong' } })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
  })
})

describe('POST /credentials/refresh', () => {
  test('exchanges the cookie for new tokens; the old access token ends', async () => {
    const first = await logIn()
    const response = await refresh(first.cookie)
    const { token } = (await response.json()) as { token: string }
    expect([(await me(token)).status, (await me(first.token)).status]).toEqual([200, 401])
  })

  test('a cookie used again later ends its session', async () => {
    const first = await logIn()
    const second = await refresh(first.cookie)
    const { token } = (await second.json()) as { token: string }
    await server.db
      .updateTable('session')
      .set({ spent_at: new Date(Date.now() - 60_000) })
      .execute()
    expect((await refresh(first.cookie)).status).toBe(401)
    expect((await me(token)).status).toBe(401)
    expect((await refresh(second.headers.get('set-cookie')!)).status).toBe(401)
  })

  test('a session that lies unused ends, whatever its tokens say', async () => {
    const { token, cookie } = await logIn()
    const unusedFor = (hours: number) =>
      server.db
        .updateTable('session')
        .set({ last_used_at: new Date(Date.now() - hours * 3_600_000) })
        .execute()
    await unusedFor(71)
    expect((await me(token)).status).toBe(200)
    await unusedFor(73)
    expect([(await me(token)).status, (await refresh(cookie)).status]).toEqual([401, 401])
  })

  test('a session ends after 30 days, however busy it is', async () => {
    const { token, cookie } = await logIn()
    const [row] = await server.db
      .selectFrom('session')
      .select('expires_at')
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    const days = (row!.expires_at.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.99)
    expect(days).toBeLessThanOrEqual(30)
    await server.db.updateTable('session').set({ expires_at: new Date() }).execute()
    expect([(await me(token)).status, (await refresh(cookie)).status]).toEqual([401, 401])
  })

  test('nothing is not a session', async () => {
    expect((await post('refresh')).status).toBe(401)
  })
})

describe('POST /credentials/logout', () => {
  test('ends the session at once', async () => {
    const { token, cookie } = await logIn()
    expect((await post('logout', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect([(await me(token)).status, (await refresh(cookie)).status]).toEqual([401, 401])
  })
})

test('a role that changes counts on the next request, and a member who is gone is nobody', async () => {
  const other = await server.addMember(member, 'Administrator')
  const configure = () =>
    other.api.accounts.configure({
      params: { accountUuid: member.accountUuid },
      body: { securityScoring: 'severity' },
    })
  expect(await configure()).toMatchObject({ securityScoring: 'severity' })
  await server.db.updateTable('member').set({ role: 'Viewer' }).where('uuid', '=', other.uuid).execute()
  await expect(configure()).rejects.toMatchObject({ status: 403, message: 'Unauthorized' })
  await server.db.updateTable('member').set({ status: 'Gone' }).where('uuid', '=', other.uuid).execute()
  await expect(configure()).rejects.toMatchObject({ status: 401 })
})

test('nothing secret is logged', async () => {
  const { token, cookie } = await logIn()
  await me(token)
  expect(server.logged()).toContain('/api/v1/users/me')
  for (const secret of [password, token, cookie.split(/[=;]/)[1]!])
    expect(server.logged()).not.toContain(secret)
})
