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
