import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { hashPassword } from '#auth/passwords/passwords.ts'
import { readConfig } from '#config.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'

const password = 'a password of some length'
const other = 'another one, just as long'

const server = testServer({
  withWorker: false,
  settings: { ASSAY_SMTP_URL: 'smtp://127.0.0.1:1', ASSAY_REGISTRATION: 'true' },
})

async function withPassword(): Promise<TestMember> {
  const member = await server.newAccount()
  const password_hash = await hashPassword(password)
  await server.db.updateTable('member').set({ password_hash }).where('uuid', '=', member.uuid).execute()
  return member
}
const logIn = ({ email }: { email: string }, candidate = password) =>
  server.anonymous.credentials.login({ body: { email, password: candidate } })
const as = (response: AccessToken | LoginChallenge) =>
  createAssayClient({ baseUrl: server.url, authorization: () => `Bearer ${tokenOf(response)}` })
const refused = { status: 401 }

describe('a forgotten password', () => {
  test('is replaced with an emailed link, which ends all sessions', async () => {
    const member = await withPassword()
    const before = as(await logIn(member))
    await server.anonymous.credentials.forget({ query: { email: member.email.toUpperCase() } })
    const mail = (await server.mailed()).findLast(({ to }) => to === member.email)
    const token = /#(\S+)/.exec(mail!.text)![1]!
    await server.anonymous.credentials.reset({ body: { token, password: other } })
    await expect(before.users.me()).rejects.toMatchObject(refused)
    await expect(logIn(member)).rejects.toMatchObject(refused)
    await logIn(member, other)
  })

  test('of an unknown address gets the same response', async () => {
    expect(await server.anonymous.credentials.forget({ query: { email: 'nobody@example.org' } })).toEqual({})
  })
})

describe('changing the password', () => {
  test('requires the old one and ends the other sessions', async () => {
    const member = await withPassword()
    const [here, there] = [as(await logIn(member)), as(await logIn(member))]
    await expect(
      here.credentials.change({ body: { password: 'wrong', newPassword: other } }),
    ).rejects.toMatchObject(refused)
    await here.credentials.change({ body: { password, newPassword: other } })
    await here.users.me()
    await expect(there.users.me()).rejects.toMatchObject(refused)
    await logIn(member, other)
  })

  test.each(['short', 'password1234', 'aaaaaaaaaaaaaaa'])('to %j is rejected', async (newPassword) => {
    const session = as(await logIn(await withPassword()))
    await expect(session.credentials.change({ body: { password, newPassword } })).rejects.toThrow(
      /12 characters|too common/,
    )
  })
})

test('a password is used exactly as typed', async () => {
  const member = await withPassword()
  const typed = '  Spaces and CASE, ümlaut  '
  await as(await logIn(member)).credentials.change({ body: { password, newPassword: typed } })
  for (const wrong of [typed.trim(), typed.toLowerCase(), typed.slice(0, -1)])
    await expect(logIn(member, wrong)).rejects.toMatchObject(refused)
  await logIn(member, typed)
})

test('a password has 12 to 1024 characters of any kind, all of which count', async () => {
  const member = await withPassword()
  const token = tokenOf(await logIn(member))
  const change = async (newPassword: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ password, newPassword })
    return (await fetch(`${server.url}/api/v1/credentials/change`, { method: 'POST', headers, body })).status
  }
  const long = 'only small letters and spaces '.repeat(35).slice(0, 1024)
  expect(long).toHaveLength(1024)
  const short = 'plumsiniceboxes'.slice(0, 12)
  expect([await change(short.slice(1)), await change(`${long}x`), await change(long)]).toEqual([
    400, 400, 200,
  ])
  await as(await logIn(member, long)).credentials.change({ body: { password: long, newPassword: short } })
  await as(await logIn(member, short)).credentials.change({ body: { password: short, newPassword: long } })
  await expect(logIn(member, `${long.slice(0, -1)}x`)).rejects.toMatchObject(refused)
  await logIn(member, long)
})

describe('sessions', () => {
  test('are listed and ended individually', async () => {
    const member = await withPassword()
    const [here, there] = [as(await logIn(member)), as(await logIn(member))]
    const listed = await here.sessions.list()
    expect(listed.map(({ isCurrent }) => isCurrent).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      false,
      true,
    ])
    const another = listed.find(({ isCurrent }) => !isCurrent)!
    expect(another.address).toBe('127.0.0.1')
    // No reauthentication.
    const old = { confirmed_at: new Date(Date.now() - 3_600_000) }
    await server.db.updateTable('session').set(old).where('member_uuid', '=', member.uuid).execute()
    await here.sessions.revoke({ params: { sessionUuid: another.uuid } })
    await expect(there.users.me()).rejects.toMatchObject(refused)
    await here.users.me()
  })

  test('of other members return 404', async () => {
    const [mine, theirs] = [as(await logIn(await withPassword())), as(await logIn(await withPassword()))]
    const [session] = await theirs.sessions.list()
    await expect(mine.sessions.revoke({ params: { sessionUuid: session!.uuid } })).rejects.toMatchObject({
      status: 404,
    })
    await theirs.users.me()
  })
})

test('repeated failures are throttled, also with the correct password and for unknown addresses', async () => {
  const member = await withPassword()
  for (const email of [member.email, 'unknown@example.org']) {
    for (let attempt = 0; attempt < 6; attempt++) {
      await expect(logIn({ email }, 'wrong')).rejects.toMatchObject(refused)
    }
    await expect(logIn({ email })).rejects.toMatchObject({ status: 429, errorType: 'tooManyAttempts' })
  }
  // Startup may take longer than the first block.
  await server.db
    .updateTable('login_failure')
    .set({ blocked_until: new Date(Date.now() + 600_000) })
    .execute()
  const restarted = await startTestServer({ withWorker: false, beside: server })
  const again = restarted.anonymous.credentials.login({ body: { email: member.email, password } })
  await expect(again).rejects.toMatchObject({ status: 429, errorType: 'tooManyAttempts' })
  await restarted.stop()
  // A restart does not reset the counters, but time does.
  await server.db
    .updateTable('login_failure')
    .set({ blocked_until: new Date(Date.now() - 1) })
    .execute()
  await logIn(member)
})

describe('registration', () => {
  const register = (email: string, body = {}) =>
    server.anonymous.credentials.register({ body: { email, password, ...body } })
  const emailTo = async (email: string) =>
    (await server.mailed()).findLast(({ to }) => to === email)?.text ?? ''
  const tokenTo = async (email: string) => /\/verify#(\S+)/.exec(await emailTo(email))![1]!
  const verify = (token: string, candidate = password) =>
    server.anonymous.credentials.verify({ body: { token, password: candidate } })

  test('creates a new account with an emailed link, once; the name defaults to the local part of the address', async () => {
    expect(await register('Fresh@example.org')).toEqual({})
    const token = await tokenTo('fresh@example.org')
    await expect(logIn({ email: 'fresh@example.org' })).rejects.toMatchObject(refused)
    const session = as(await verify(token))
    expect(await session.users.me()).toMatchObject({
      name: 'fresh',
      email: 'fresh@example.org',
      role: 'Administrator',
      account: { name: 'fresh' },
    })
    await logIn({ email: 'fresh@example.org' })
    await expect(verify(token)).rejects.toMatchObject({ status: 400, errorType: 'linkEnded' })
  })

  test('cannot be completed with another password: somebody else may have registered the address', async () => {
    await register('victim@example.org')
    const token = await tokenTo('victim@example.org')
    await expect(verify(token, other)).rejects.toMatchObject({ ...refused, errorType: 'wrongCredentials' })
    const logins = server.db.selectFrom('login').select('email').where('email', '=', 'victim@example.org')
    expect(await logins.execute()).toEqual([])
  })

  test('responds identically for an existing address, whose owner is notified', async () => {
    const { email } = await server.newAccount()
    expect(await register(email)).toEqual({})
    expect(await emailTo(email)).toContain('already belongs to a member')
    expect((await server.mailed()).some(({ to, text }) => to === email && text.includes('#'))).toBe(false)
  })

  test('creates one account, even with concurrent verification', async () => {
    const email = 'once@example.org'
    await register(email)
    const token = await tokenTo(email)
    const results = await Promise.allSettled([token, token, token].map((each) => verify(each)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const each of results)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ status: 400, errorType: 'linkEnded' })
  })

  test('requested again invalidates earlier links, even if requested concurrently', async () => {
    const email = 'twice@example.org'
    await register(email, { name: 'First' })
    const first = await tokenTo(email)
    await Promise.all(['Second', 'Third', 'Fourth'].map((name) => register(email, { name })))
    const links = (await server.mailed()).flatMap(({ to, text }) =>
      to === email ? /\/verify#(\S+)/.exec(text)![1]! : [],
    )
    expect(links).toHaveLength(4)
    expect(links).toContain(first)
    const stored = await server.db
      .selectFrom('registration')
      .select('name')
      .where('email', '=', email)
      .execute()
    expect(stored).toHaveLength(1)
    const results = await Promise.allSettled(links.map((token) => verify(token)))
    const opened = results.flatMap((each) => (each.status === 'fulfilled' ? as(each.value) : []))
    expect(opened).toHaveLength(1)
    expect((await opened[0]!.users.me()).name).toBe(stored[0]!.name)
    expect(stored[0]!.name).not.toBe('First')
  })

  test('expires after a day', async () => {
    await register('slow@example.org')
    const token = await tokenTo('slow@example.org')
    const created = sql<Date>`created_at + interval '1 day'`
    const row = await server.db
      .selectFrom('registration')
      .select(['expires_at', created.as('day')])
      .where('email', '=', 'slow@example.org')
      .executeTakeFirstOrThrow()
    expect(Math.abs(row.expires_at.getTime() - row.day.getTime())).toBeLessThan(5000)
    await server.db.updateTable('registration').set({ expires_at: new Date() }).execute()
    await expect(verify(token)).rejects.toMatchObject({ status: 400, errorType: 'linkEnded' })
  })

  test.each(['register', 'forget'])('is rate-limited by email: %s', async (call) => {
    const email = `${call}-flood@example.org`
    const ask = () =>
      call === 'register' ? register(email) : server.anonymous.credentials.forget({ query: { email } })
    for (let mail = 0; mail < 6; mail++) await ask()
    await expect(ask()).rejects.toMatchObject({ status: 429, errorType: 'tooManyEmails' })
  })

  test('is disabled unless the operator enables it', async () => {
    const closed = await startTestServer({ withWorker: false })
    await expect(
      closed.anonymous.credentials.register({ body: { email: 'a@example.org', password } }),
    ).rejects.toMatchObject({ status: 403, errorType: 'registrationClosed' })
    expect(await closed.anonymous.publicConfig.get()).toMatchObject({
      allowsRegistration: false,
      sendsMail: false,
    })
    await closed.stop()
  })

  test('requires a mail server', () => {
    expect(() => readConfig({ ASSAY_REGISTRATION: 'true' })).toThrow(/ASSAY_SMTP_URL is missing/)
  })
})
