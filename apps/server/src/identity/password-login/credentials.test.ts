import { dayMs } from '@assay/engine/time.ts'
import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { hashPassword } from '#auth/passwords/passwords.ts'
import { withFailingAuditLog } from '#testing/failing-audit-log.ts'
import { setPassword, testPassword } from '#testing/sessions.ts'
import { startTestServer } from '#testing/test-server.ts'

const password = 'a password of some length'

const server = testServer({ withWorker: false })
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  const password_hash = await hashPassword(password)
  await server.db.updateTable('member').set({ password_hash }).where('uuid', '=', member.uuid).execute()
})

const post = (
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) =>
  fetch(`${server.url}/api/v1/credentials/${path}`, {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const logIn = async (candidate = password, email = member.email) => {
  const response = await post('login', { body: { email: email.toUpperCase(), password: candidate } })
  const cookie = response.headers.get('set-cookie') ?? ''
  const { token } = (await response.json()) as { token?: string }
  return { response, cookie, token: token ?? '' }
}
const me = (token: string) =>
  fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })
const tokenIn = (cookie: string) => cookie.split(/[=;]/)[1]!
/** The stored hash of the cookie's token. */
const hashOf = (cookie: string) =>
  createHash('sha256')
    .update(Buffer.from(tokenIn(cookie).slice('asyr_'.length), 'base64url').subarray(32))
    .digest()
/** The same account and session with other random bytes. */
function forged(cookie: string): string {
  const bytes = Buffer.from(tokenIn(cookie).slice('asyr_'.length), 'base64url')
  return `assay_refresh=asyr_${Buffer.concat([bytes.subarray(0, 32), randomBytes(32)]).toString('base64url')}`
}
const refresh = (cookie: string) => post('refresh', { headers: { cookie: cookie.split(';', 1)[0]! } })

describe('POST /credentials/login', () => {
  test('returns an access token, and a refresh token in an HttpOnly cookie', async () => {
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

  test('generates tokens of 256 random bits and stores only their hashes', async () => {
    const all = [await logIn(), await logIn()].flatMap(({ token, cookie }) => [
      token,
      cookie.split(/[=;]/)[1]!,
    ])
    expect(new Set(all).size).toBe(4)
    const randomOf = (token: string) => Buffer.from(token.slice('asys_'.length), 'base64url').subarray(32)
    expect(new Set(all.map((token) => randomOf(token).toString('hex'))).size).toBe(4)
    expect(all.map((token) => randomOf(token).length)).toEqual([32, 32, 32, 32])
    const rows = await server.db.selectFrom('session').select(['access_hash', 'refresh_hash']).execute()
    const storedHashes = rows
      .flatMap((row) => [row.access_hash, row.refresh_hash])
      .map((hash) => Buffer.from(hash).toString('hex'))
    for (const token of all) {
      expect(storedHashes).not.toContain(randomOf(token).toString('hex'))
      expect(storedHashes).toContain(createHash('sha256').update(randomOf(token)).digest('hex'))
    }
  })

  test('responds identically to a wrong password and an unknown address', async () => {
    const wrong = await post('login', { body: { email: member.email, password: 'wrong' } })
    const unknown = await post('login', { body: { email: 'nobody@example.org', password: 'wrong' } })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
  })
})

describe('POST /credentials/refresh', () => {
  test('exchanges the cookie for new tokens and invalidates the old access token', async () => {
    const first = await logIn()
    const response = await refresh(first.cookie)
    const { token } = (await response.json()) as { token: string }
    expect([(await me(token)).status, (await me(first.token)).status]).toEqual([200, 401])
  })

  /** Makes earlier tokens look as if they were used a minute ago. */
  const letTimePass = () =>
    server.db
      .updateTable('spent_refresh_token')
      .set({ spent_at: new Date(Date.now() - 60_000) })
      .execute()
  const refreshed = async (cookie: string) => {
    const response = await refresh(cookie)
    const { token = '' } = (await response.json()) as { token?: string }
    return { status: response.status, token, cookie: response.headers.get('set-cookie') ?? '' }
  }

  test.each([1, 2, 5])('a cookie reused %i renewals later ends its session', async (renewals) => {
    const first = await logIn()
    let last = { token: '', cookie: first.cookie }
    for (let time = 0; time < renewals; time++) last = await refreshed(last.cookie)
    expect((await me(last.token)).status).toBe(200)
    await letTimePass()
    expect((await refreshed(first.cookie)).status).toBe(401)
    expect((await me(last.token)).status).toBe(401)
    expect((await refreshed(last.cookie)).status).toBe(401)
  })

  test('a reused cookie records one event, even with 20 concurrent requests', async () => {
    const account = await server.newAccount()
    await setPassword(server, account)
    const first = await logIn(testPassword, account.email)
    await refreshed((await refreshed(first.cookie)).cookie)
    const endings = () =>
      server.db
        .selectFrom('audit_event')
        .select([
          'action',
          'member_email as email',
          'member_uuid as memberUuid',
          'address',
          'credential',
          'target',
        ])
        .where('account_uuid', '=', account.accountUuid)
        .where('action', 'like', 'sessions.%')
        .execute()
    const failed = await withFailingAuditLog(server, async () => (await refreshed(first.cookie)).status)
    expect(failed).toEqual({ result: 500, changed: [] })
    const results = await Promise.all(Array.from({ length: 20 }, () => refreshed(first.cookie)))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([401]))
    const { uuid } = await server.db
      .selectFrom('session')
      .select('uuid')
      .where('member_uuid', '=', account.uuid)
      .executeTakeFirstOrThrow()
    expect(await endings()).toEqual([
      {
        action: 'sessions.endedByReuse',
        email: account.email,
        memberUuid: account.uuid,
        address: '127.0.0.1',
        credential: `session ${uuid}`,
        target: { sessionUuid: uuid },
      },
    ])
    const { events } = await account.api.audit.list({
      params: { accountUuid: account.accountUuid },
      query: { action: 'sessions' },
    })
    expect(events.map(({ action }) => action)).toEqual(['sessions.endedByReuse'])
  })

  test('returns the same tokens if repeated within seconds, such as by a reloaded page', async () => {
    const first = await logIn()
    const lost = await refreshed(first.cookie)
    const again = await refreshed(first.cookie)
    expect(again).toEqual(lost)
    expect((await me(again.token)).status).toBe(200)
  })

  test('ends the session if the new tokens were used in between, even within seconds', async () => {
    const first = await logIn()
    const second = await refreshed(first.cookie)
    const third = await refreshed(second.cookie)
    expect(third.status).toBe(200)
    expect((await refreshed(first.cookie)).status).toBe(401)
    expect((await me(third.token)).status).toBe(401)
  })

  test('renews the session once for 50 concurrent requests, which all get the same tokens', async () => {
    const first = await logIn()
    const all = await Promise.all(Array.from({ length: 50 }, () => refreshed(first.cookie)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(all.map(({ token, cookie }) => `${token} ${cookie}`)).size).toBe(1)
    expect((await me(all[0]!.token)).status).toBe(200)
    const spent = await server.db
      .selectFrom('spent_refresh_token')
      .innerJoin('session', 'session.uuid', 'session_uuid')
      .select('session.uuid')
      .where('hash', '=', hashOf(first.cookie))
      .execute()
    expect(spent).toHaveLength(1)
  })

  test('a forged cookie that names a session renews and ends nothing', async () => {
    const { token, cookie } = await logIn()
    expect((await refreshed(forged(cookie))).status).toBe(401)
    expect((await me(token)).status).toBe(200)
    expect((await refreshed(cookie)).status).toBe(200)
  })

  test('used tokens are deleted when their session can no longer continue', async () => {
    const first = await logIn()
    const second = await refreshed(first.cookie)
    await server.db
      .updateTable('spent_refresh_token')
      .set({ expires_at: new Date(0) })
      .execute()
    await refreshed(second.cookie)
    const kept = await server.db.selectFrom('spent_refresh_token').select('hash').execute()
    expect(kept.map(({ hash }) => Buffer.from(hash))).toEqual([hashOf(second.cookie)])
  })

  test('an idle session ends, regardless of its tokens', async () => {
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

  test('an access token expires after 15 minutes, and its session continues', async () => {
    const { token, cookie } = await logIn()
    const row = await server.db
      .selectFrom('session')
      .select(['access_expires_at as end', 'created_at as begin'])
      .where('refresh_hash', '=', hashOf(cookie))
      .executeTakeFirstOrThrow()
    const minutes = (row.end.getTime() - row.begin.getTime()) / 60_000
    expect(Math.abs(minutes - 15)).toBeLessThan(1)
    await server.db.updateTable('session').set({ access_expires_at: new Date() }).execute()
    expect((await me(token)).status).toBe(401)
    const renewed = (await (await refresh(cookie)).json()) as { token: string }
    expect((await me(renewed.token)).status).toBe(200)
  })

  const idleFor = (cookie: string, hours: number) =>
    server.db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - hours * 3_600_000) })
      .where('refresh_hash', '=', hashOf(cookie))
      .execute()

  test('a refresh does not count as activity, and records no event', async () => {
    const { cookie } = await logIn()
    const events = () => server.db.selectFrom('audit_event').select('sequence').orderBy('sequence').execute()
    const before = await events()
    await idleFor(cookie, 71)
    const renewed = await refreshed(cookie)
    expect(renewed.status).toBe(200)
    expect(await events()).toEqual(before)
    const { lastUsedAt } = await server.db
      .selectFrom('session')
      .select('last_used_at as lastUsedAt')
      .where('refresh_hash', '=', hashOf(renewed.cookie))
      .executeTakeFirstOrThrow()
    expect(Date.now() - lastUsedAt.getTime()).toBeGreaterThan(70 * 3_600_000)
  })

  test('a session ends after the idle time that is set', async () => {
    const settings = { ASSAY_SESSION_IDLE_HOURS: '1' }
    const strict = await startTestServer({ withWorker: false, beside: server, settings })
    const body = JSON.stringify({ email: member.email, password })
    const headers = { 'content-type': 'application/json' }
    const path = `${strict.url}/api/v1/credentials/login`
    const response = await fetch(path, { method: 'POST', headers, body })
    await strict.stop()
    const cookie = response.headers.get('set-cookie')!
    const { token } = (await response.json()) as { token: string }
    expect((await me(token)).status).toBe(200)
    await idleFor(cookie, 2)
    expect([(await me(token)).status, (await refresh(cookie)).status]).toEqual([401, 401])
  })

  test('a session ends after 30 days, even if it is active', async () => {
    const { token, cookie } = await logIn()
    const [row] = await server.db
      .selectFrom('session')
      .select('expires_at')
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    const days = (row!.expires_at.getTime() - Date.now()) / dayMs
    expect(days).toBeGreaterThan(29.99)
    expect(days).toBeLessThanOrEqual(30)
    await server.db.updateTable('session').set({ expires_at: new Date() }).execute()
    expect([(await me(token)).status, (await refresh(cookie)).status]).toEqual([401, 401])
  })

  test('rejects a missing cookie', async () => {
    expect((await post('refresh')).status).toBe(401)
  })
})

describe('POST /credentials/logout', () => {
  test('ends the session at once', async () => {
    const { token, cookie } = await logIn()
    expect((await post('logout', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect([(await me(token)).status, (await refresh(cookie)).status]).toEqual([401, 401])
  })

  test('works with the cookie alone, also with a used one', async () => {
    const [here, there] = [await logIn(), await logIn()]
    await post('logout', { headers: { cookie: here.cookie.split(';', 1)[0]! } })
    expect((await me(here.token)).status).toBe(401)
    const { token } = (await (await refresh(there.cookie)).json()) as { token: string }
    await post('logout', { headers: { cookie: there.cookie.split(';', 1)[0]! } })
    expect((await me(token)).status).toBe(401)
  })

  test('records one event, even if requested several times at once', async () => {
    const { token, cookie } = await logIn()
    const [{ uuid } = { uuid: '' }] = await server.db
      .selectFrom('session')
      .select('uuid')
      .where('refresh_hash', '=', hashOf(cookie))
      .execute()
    const headers = { authorization: `Bearer ${token}`, cookie: cookie.split(';', 1)[0]! }
    const responses = await Promise.all(Array.from({ length: 10 }, () => post('logout', { headers })))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const { events } = await member.api.audit.list({
      params: { accountUuid: member.accountUuid },
      query: { action: 'credentials.logout' },
    })
    expect(events.filter(({ credential }) => credential === `session ${uuid}`)).toHaveLength(1)
  })

  test('ends nothing with a forged cookie', async () => {
    const { token, cookie } = await logIn()
    expect((await post('logout', { headers: { cookie: forged(cookie) } })).status).toBe(200)
    expect((await me(token)).status).toBe(200)
  })
})

test('a changed role applies to the next request, and removed members lose access', async () => {
  const other = await server.addMember(member, 'Administrator')
  const configure = () =>
    other.api.accounts.configure({
      params: { accountUuid: member.accountUuid },
      body: { securityScoring: 'severity' },
    })
  expect(await configure()).toMatchObject({ securityScoring: 'severity' })
  await server.db.updateTable('member').set({ role: 'Viewer' }).where('uuid', '=', other.uuid).execute()
  await expect(configure()).rejects.toMatchObject({ status: 403, errorType: 'forbidden' })
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
