import { hourMs } from '@assay/engine/time.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { startTestProvider, testClient } from '#testing/openid-provider.ts'
import { sessionOf, signedIn } from '#testing/sessions.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { type TestMember } from '#testing/test-server.ts'

const publicUrl = 'http://assay.test'

const provider = forAllTests(() => startTestProvider(`${publicUrl}/api/v1/sso/oidc/callback`))
const server = testServer(() => ({
  withWorker: false,
  settings: {
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_OIDC_NAME: 'Our login',
    ASSAY_OIDC_ISSUER: provider.issuer,
    ASSAY_OIDC_CLIENT_ID: testClient.id,
    ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
  },
}))
afterEach(() => void (provider.forge = null))

const secondsAt = (ms: number) => Math.floor(ms / 1000)

/** A member without a password who logged in with the provider a while ago. */
async function start() {
  const member = await server.newAccount()
  provider.person = { sub: randomUUID(), email: member.email, email_verified: true }
  const browser = new TestBrowser(server, publicUrl)
  const { token } = await browser.logIn()
  await age(member)
  return { member, browser, api: sessionOf(server, token!), authorization: `Bearer ${token}` }
}
type Started = Awaited<ReturnType<typeof start>>

const age = (member: TestMember) =>
  server.db
    .updateTable('session')
    .set({ confirmed_at: new Date(Date.now() - hourMs) })
    .where('member_uuid', '=', member.uuid)
    .execute()

/** Starts reauthentication and returns the callback URL of the provider's redirect. */
const leave = ({ browser, authorization }: Started) =>
  browser.leaveByPost('/api/v1/credentials/confirm/sign-on', {
    authorization,
    body: { type: 'oidc', returnTo: '/settings/security' },
  })

const reauthenticate = async (started: Started) => {
  const { location } = await started.browser.get(await leave(started))
  return location.slice(publicUrl.length)
}

const isFresh = async ({ api }: Started) => (await api.reauthentication.get()).freshUntil > Date.now()
const sessionsOf = ({ member }: Started) =>
  server.db.selectFrom('session').select('uuid').where('member_uuid', '=', member.uuid).execute()

describe('reauthentication with an OpenID provider', () => {
  test('forces a new login at the provider and confirms the session', async () => {
    const started = await start()
    const logins = provider.loginCount
    await started.browser.leave()
    expect(provider.loginCount).toBe(logins)
    expect(await started.api.reauthentication.get()).toMatchObject({
      signOn: [{ type: 'oidc', name: 'Our login' }],
    })
    expect(await reauthenticate(started)).toBe('/settings/security')
    expect(provider.loginCount).toBe(logins + 1)
    expect(await isFresh(started)).toBe(true)
    expect(await sessionsOf(started)).toHaveLength(1)
    const { member } = started
    const { events } = await member.api.audit.list({
      params: { accountUuid: member.accountUuid },
      query: { action: 'reauthentication.confirm' },
    })
    expect(events).toMatchObject([
      { memberUuid: member.uuid, after: { provider: `oidc ${provider.issuer}` } },
    ])
  })

  test.each([
    ['an old login', () => secondsAt(Date.now() - hourMs)],
    ['an old login', () => secondsAt(Date.now() - 90_000)],
    ['no auth_time', () => undefined],
    ['a future auth_time', () => secondsAt(Date.now() + hourMs)],
    ['an invalid auth_time', () => 1e300],
  ])('is rejected for %s', async (_, authTime) => {
    const started = await start()
    provider.forge = ({ auth_time: _time, ...claims }) => {
      const time = authTime()
      return time === undefined ? claims : { ...claims, auth_time: time }
    }
    expect(await reauthenticate(started)).toBe('/?login=notAskedAgain')
    expect(await isFresh(started)).toBe(false)
  })

  test('is rejected if auth_time is a string', async () => {
    const started = await start()
    provider.forge = (claims) => ({ ...claims, auth_time: String(secondsAt(Date.now())) })
    expect(await reauthenticate(started)).toBe('/?login=signOnFailed')
    expect(await isFresh(started)).toBe(false)
  })

  test('is rejected if somebody else logs in at the provider', async () => {
    const [started, other] = [await start(), await start()]
    started.browser.clearProviderCookies()
    expect(await reauthenticate(started)).toBe('/?login=otherPerson')
    expect([await isFresh(started), await isFresh(other)]).toEqual([false, false])
    expect(await sessionsOf(other)).toHaveLength(1)
  })

  test('does not create a member', async () => {
    const started = await start()
    const email = `${randomUUID()}@example.org`
    await started.member.api.members.add({
      params: { accountUuid: started.member.accountUuid },
      body: { email },
    })
    provider.person = { sub: randomUUID(), email, email_verified: true }
    started.browser.clearProviderCookies()
    expect(await reauthenticate(started)).toBe('/?login=otherPerson')
    const invited = server.db.selectFrom('member').select('status').where('email', '=', email)
    expect(await invited.executeTakeFirst()).toEqual({ status: 'Pending' })
  })

  test('does not accept the response of a login, nor the reverse', async () => {
    const started = await start()
    const { browser } = started
    const back = await browser.leave()
    await leave(started)
    expect((await browser.get(back)).location).toBe(`${publicUrl}/?login=signOnFailed`)
    const confirmation = await leave(started)
    await browser.leave()
    expect((await browser.get(confirmation)).location).toBe(`${publicUrl}/?login=signOnFailed`)
    expect(await isFresh(started)).toBe(false)
  })

  test('accepts each response once, and only in the browser that started it', async () => {
    const started = await start()
    const earlier = started.browser.copy()
    const back = await leave(started)
    const leaving = started.browser.copy()
    expect((await earlier.get(back)).location).toBe(`${publicUrl}/?login=signOnFailed`)
    expect((await started.browser.get(back)).location).toBe(`${publicUrl}/settings/security`)
    await age(started.member)
    expect((await leaving.get(back)).location).toBe(`${publicUrl}/?login=signOnFailed`)
    expect(await isFresh(started)).toBe(false)
  })

  test('does not confirm a session that has ended', async () => {
    const started = await start()
    const back = await leave(started)
    await started.api.credentials.logout()
    expect((await started.browser.get(back)).location).toBe(`${publicUrl}/?login=sessionEnded`)
    const ended = server.db.selectFrom('session').select('confirmed_at')
    const [row] = await ended.where('member_uuid', '=', started.member.uuid).execute()
    expect(row!.confirmed_at.getTime()).toBeLessThan(Date.now() - hourMs / 2)
  })

  test('requires a second factor if the account does', async () => {
    const started = await start()
    const { accountUuid } = started.member
    await server.db
      .updateTable('account')
      .set({ requires_mfa: true })
      .where('uuid', '=', accountUuid)
      .execute()
    expect(await reauthenticate(started)).toBe('/?login=secondFactorMissing')
    provider.forge = (claims) => ({ ...claims, amr: ['mfa'] })
    expect(await reauthenticate(started)).toBe('/settings/security')
  })

  test('is only offered for providers the member has used', async () => {
    const member = await server.newAccount()
    const { api } = await signedIn(server, member)
    expect(await api.reauthentication.get()).toMatchObject({ signOn: [] })
    await expect(api.reauthentication.startSignOn({ body: { type: 'oidc' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('a login by an OpenID provider', () => {
  test.each([
    ['without auth_time', () => undefined, false],
    ['a minute ago', () => secondsAt(Date.now() - 60_000), true],
    ['an hour ago', () => secondsAt(Date.now() - hourMs), false],
  ])('that authenticated %s counts as recent accordingly', async (_, authTime, expected) => {
    const member = await server.newAccount()
    provider.person = { sub: randomUUID(), email: member.email, email_verified: true }
    provider.forge = (claims) => ({ ...claims, auth_time: authTime() })
    const { token } = await new TestBrowser(server, publicUrl).logIn()
    const { freshUntil } = await sessionOf(server, token!).reauthentication.get()
    expect(freshUntil > Date.now()).toBe(expected)
  })
})
