import { sql } from 'kysely'
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { startTestProvider, testClient } from '#testing/openid-provider.ts'
import { sessionOf, signedIn, testPassword } from '#testing/sessions.ts'
import { withFailingAuditLog } from '#testing/failing-audit-log.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'

const publicUrl = 'http://assay.test'

const provider = forAllTests(() => startTestProvider(`${publicUrl}/api/v1/sso/oidc/callback`))
const server = testServer(() => ({ withWorker: false, settings: settings() }))
const settings = () => ({
  ASSAY_PUBLIC_URL: publicUrl,
  ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
  ASSAY_OIDC_NAME: 'Our login',
  ASSAY_OIDC_ISSUER: provider.issuer,
  ASSAY_OIDC_CLIENT_ID: testClient.id,
  ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
  ASSAY_OIDC_SCOPES: 'openid email profile offline_access',
  ASSAY_OIDC_ROLE_CLAIM: 'role',
  ASSAY_OIDC_TEAMS_CLAIM: 'groups',
  ASSAY_REGISTRATION: 'true',
  ASSAY_SMTP_URL: 'smtp://127.0.0.1:1',
})
afterEach(() => {
  provider.forge = null
  provider.signer = null
  provider.replace = null
})

const comes = (more: object) =>
  void (provider.person = { sub: randomUUID(), email_verified: true, name: 'Ada Lovelace', ...more })
const newBrowser = () => new TestBrowser(server, publicUrl)
const logIn = () => newBrowser().logIn()
const me = async ({ token }: { token: string | null }) => sessionOf(server, token!).users.me()
const refused = (error: string) => ({ token: null, error })

/** A member of a new account who logs in with the provider. */
async function member(more: object = {}): Promise<TestMember> {
  const admin = await server.newAccount()
  comes({ email: admin.email, ...more })
  return admin
}

describe('a login with the provider', () => {
  test('is offered by name and starts a session for the member with the address', async () => {
    const known = await member()
    expect(await server.anonymous.publicConfig.get()).toMatchObject({ ways: { oidc: 'Our login' } })
    const entered = await logIn()
    expect(await me(entered)).toMatchObject({ id: known.uuid, role: 'Administrator' })
    const { events } = await known.api.audit.list({ params: { accountUuid: known.accountUuid }, query: {} })
    expect(events[0]).toMatchObject({ action: 'credentials.login', credential: 'oidc' })
  })

  test('creates no member if no event can be written', async () => {
    const admin = await member()
    const { result, changed } = await withFailingAuditLog(server, async () => {
      const browser = newBrowser()
      return browser.get(await browser.leave('/api/v1/sso/oidc/start'))
    })
    expect({ status: result.status, changed }).toEqual({ status: 500, changed: [] })
    expect(await me(await logIn())).toMatchObject({ id: admin.uuid })
  })

  test('redirects back to the start page, on this site only', async () => {
    await member()
    const browser = newBrowser()
    const back = await browser.leave('/api/v1/sso/oidc/start?returnTo=%2Fprojects%3Fa%3D1')
    expect((await browser.get(back)).location).toBe(`${publicUrl}/projects?a=1`)
    for (const path of [
      '//evil.example',
      String.raw`/\evil.example`,
      '/\t/evil.example',
      'https://evil.example',
    ])
      expect((await browser.get(`/api/v1/sso/oidc/start?returnTo=${encodeURIComponent(path)}`)).status).toBe(
        400,
      )
  })

  test('finds known members by subject, regardless of the current address', async () => {
    const known = await member()
    await logIn()
    provider.person = { ...provider.person, email: 'renamed@example.org', email_verified: false }
    expect(await me(await logIn())).toMatchObject({ id: known.uuid })
  })

  test('ends with a change of the address by anybody but the provider', async () => {
    const admin = await member()
    await logIn()
    const email = `${randomUUID()}@example.org`
    const { uuid, api } = admin
    await api.scim.replaceUser({
      params: { memberUuid: uuid },
      body: { userName: email, roles: ['Administrator'] },
    })
    expect(await logIn()).toEqual(refused('notInvited'))
    provider.person = { ...provider.person, email }
    expect(await me(await logIn())).toMatchObject({ id: uuid, email })
  })

  test('accepts an invited member', async () => {
    const admin = await server.newAccount()
    const email = `${randomUUID()}@example.org`
    const { uuid } = await admin.api.members.add({
      params: { accountUuid: admin.accountUuid },
      body: { email, role: 'Collaborator' },
    })
    comes({ email: email.toUpperCase() })
    expect(await me(await logIn())).toMatchObject({ id: uuid, role: 'Collaborator' })
  })

  test.each([
    ['nobody invited', {}, 'notInvited'],
    ['with an unverified address', { email_verified: false }, 'emailUnverified'],
    ['without an address', { email: undefined }, 'emailUnverified'],
  ])('rejects a user %s', async (_, more, error) => {
    comes({ email: `${randomUUID()}@example.org`, ...more })
    expect(await logIn()).toEqual(refused(error))
  })

  test('does not link to a registration that was not verified', async () => {
    const email = `${randomUUID()}@example.org`
    await server.anonymous.credentials.register({ body: { email, password: testPassword } })
    comes({ email })
    expect(await logIn()).toEqual(refused('notInvited'))
  })

  test('if several accounts invited the address, the followed link decides', async () => {
    const [one, two] = [await server.newAccount(), await server.newAccount()]
    const email = `${randomUUID()}@example.org`
    const invite = async ({ api, accountUuid }: TestMember) => {
      await api.members.add({ params: { accountUuid }, body: { email } })
      const mail = (await server.mailed()).findLast(({ to, text }) => to === email && text.includes('#'))!
      return /#(\S+)/.exec(mail.text)![1]!
    }
    await invite(one)
    const token = await invite(two)
    comes({ email })
    expect(await logIn()).toEqual(refused('severalInvitations'))
    await server.anonymous.credentials.reset({ body: { token, password: testPassword } })
    expect((await me(await logIn())).account.uuid).toBe(two.accountUuid)
  })

  test('into an account that requires a second factor needs one from the provider', async () => {
    const { accountUuid } = await member()
    const requires = { requires_mfa: true }
    await server.db.updateTable('account').set(requires).where('uuid', '=', accountUuid).execute()
    expect(await logIn()).toEqual(refused('secondFactorMissing'))
    provider.forge = (claims) => ({ ...claims, amr: ['pwd'] })
    expect(await logIn()).toEqual(refused('secondFactorMissing'))
    provider.forge = (claims) => ({ ...claims, amr: ['pwd', 'otp'] })
    expect(await me(await logIn())).toMatchObject({ account: { uuid: accountUuid } })
  })

  test('rejects an inactive member', async () => {
    const { uuid } = await member()
    await server.db.updateTable('member').set({ status: 'Inactive' }).where('uuid', '=', uuid).execute()
    expect(await logIn()).toEqual(refused('memberInactive'))
  })
})

describe('a page of another site', () => {
  const ask = (site: string, query = '') =>
    fetch(`${server.url}/api/v1/sso/oidc/start${query}`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': site },
    })

  test.each(['cross-site', 'same-site'])('only leads to the login dialog: %s', async (site) => {
    const account = randomUUID()
    for (const [query, page] of [
      ['', '/'],
      ['?returnTo=%2Fprojects', '/projects'],
      [`?account=${account}`, `/?sso=${account}`],
    ] as const) {
      const response = await ask(site, query)
      expect([response.status, response.headers.get('location')]).toEqual([302, page])
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  test.each(['same-origin', 'none'])('is not the login dialog or a typed address: %s', async (site) => {
    expect((await ask(site)).headers.get('location')).toContain(`${provider.issuer}/`)
  })
})

test('the cookie of a sign-on in progress authenticates nothing', async () => {
  const started = await fetch(`${server.url}/api/v1/sso/oidc/start`, { redirect: 'manual' })
  const [cookie = ''] = started.headers.getSetCookie()
  expect(cookie).toMatch(/^assay_oidc=\S+; .*HttpOnly/)
  const value = cookie.split(/[=;]/)[1]!
  for (const headers of [
    { cookie: `assay_oidc=${value}` },
    { cookie: `assay_refresh=${value}` },
    { authorization: `Bearer ${value}` },
  ] as Record<string, string>[]) {
    expect((await fetch(`${server.url}/api/v1/users/me`, { headers })).status).toBe(401)
    const refreshed = await fetch(`${server.url}/api/v1/credentials/refresh`, { method: 'POST', headers })
    expect(refreshed.status).toBe(401)
  }
})

describe('a domain', () => {
  const takeIn = async (admin: TestMember, value: object) =>
    (await signedIn(server, admin)).api.properties.setOfAccount({
      params: { accountUuid: admin.accountUuid, name: 'autogroupings' },
      body: value,
    })
  /** An account whose administrator has an address of the domain. */
  async function company(domain: string): Promise<TestMember> {
    const admin = await server.newAccount()
    const email = `boss@${domain}`
    await server.db.updateTable('login').set({ email }).where('member_uuid', '=', admin.uuid).execute()
    await server.db.updateTable('member').set({ email }).where('uuid', '=', admin.uuid).execute()
    return { ...admin, email }
  }
  const domainOf = () => `${randomUUID()}.example`
  const rename = ({ api, uuid }: TestMember, email: string) =>
    api.scim.replaceUser({
      params: { memberUuid: uuid },
      body: { userName: email, roles: ['Administrator'] },
    })

  test('applies once an administrator has logged in with it', async () => {
    const domain = domainOf()
    const admin = await company(domain)
    await takeIn(admin, { domains: [domain], role: 'Administrator' })
    comes({ email: `new@${domain}` })
    expect(await logIn()).toEqual(refused('notInvited'))
    comes({ email: admin.email })
    await logIn()
    comes({ email: `new@${domain}` })
    const user = await me(await logIn())
    expect(user).toMatchObject({ email: `new@${domain}`, name: 'Ada Lovelace', role: 'Viewer' })
    expect(user.account.uuid).toBe(admin.accountUuid)
    comes({ email: `new@sub.${domain}` })
    expect(await logIn()).toEqual(refused('notInvited'))
  })

  test('of one account is not lost to another that invited its users first', async () => {
    const domain = domainOf()
    const admin = await company(domain)
    await takeIn(admin, { domains: [domain] })
    comes({ email: admin.email })
    await logIn()
    const squatter = await server.newAccount()
    const email = `new@${domain}`
    await squatter.api.members.add({ params: { accountUuid: squatter.accountUuid }, body: { email } })
    await squatter.api.scim.createUser({ body: { userName: `other@${domain}` } })
    for (const each of [email, `other@${domain}`]) {
      comes({ email: each })
      expect((await me(await logIn())).account.uuid).toBe(admin.accountUuid)
    }
  })

  test.each([
    ['changes the own address by SCIM', (admin: TestMember, email: string) => rename(admin, email)],
    [
      'promotes a member who logged in with it',
      async (admin: TestMember, email: string) => {
        const { uuid } = await admin.api.members.add({
          params: { accountUuid: admin.accountUuid },
          body: { email },
        })
        comes({ email })
        await logIn()
        await admin.api.members.update({
          params: { accountUuid: admin.accountUuid, memberUuid: uuid },
          body: { role: 'Administrator' },
        })
      },
    ],
  ])('does not apply for an administrator who %s', async (_, act) => {
    const domain = domainOf()
    const admin = await signedIn(server, await server.newAccount())
    comes({ email: admin.email })
    await logIn()
    await takeIn(admin, { domains: [domain] })
    await act(admin, `boss@${domain}`)
    comes({ email: `new@${domain}` })
    expect(await logIn()).toEqual(refused('notInvited'))
    const other = await server.newAccount()
    const email = `invited@${domain}`
    await other.api.members.add({ params: { accountUuid: other.accountUuid }, body: { email } })
    comes({ email })
    expect((await me(await logIn())).account.uuid).toBe(other.accountUuid)
  })

  test('of a public mail provider never applies', async () => {
    const admin = await company('gmail.com')
    await takeIn(admin, { domains: ['gmail.com'] })
    comes({ email: admin.email })
    expect(await logIn()).toMatchObject({ error: null })
    comes({ email: `${randomUUID()}@gmail.com` })
    expect(await logIn()).toEqual(refused('notInvited'))
  })
})

describe('role and teams', () => {
  test('are taken from the claims at every login', async () => {
    const admin = await server.newAccount()
    const [one, two] = [await server.addTeam(admin, 'One'), await server.addTeam(admin, 'Two')]
    const person = await server.addMember(admin, 'Viewer')
    comes({ email: person.email, role: ['nonsense', 'viewer', 'Collaborator'], groups: ['one', 'unknown'] })
    expect(await me(await logIn())).toMatchObject({
      role: 'Collaborator',
      teams: [{ uuid: one, name: 'One' }],
    })
    provider.person = { ...provider.person, role: 'Team viewer', groups: ['Two'] }
    expect(await me(await logIn())).toMatchObject({
      role: 'Team viewer',
      teams: [{ uuid: two, name: 'Two' }],
    })
    provider.person = { ...provider.person, role: undefined, groups: undefined }
    expect(await me(await logIn())).toMatchObject({ role: 'Team viewer', teams: [] })
  })

  test('keep the last administrator of an account', async () => {
    await member({ role: 'Viewer' })
    expect(await me(await logIn())).toMatchObject({ role: 'Administrator' })
  })
})

describe('a callback is rejected', () => {
  const failed = refused('signOnFailed')
  const cases: Record<string, (claims: Record<string, unknown>) => object> = {
    'another issuer': () => ({ iss: 'https://evil.example' }),
    'another audience': () => ({ aud: 'somebody-else' }),
    'another nonce': () => ({ nonce: 'another' }),
    'no nonce': () => ({ nonce: undefined }),
    'an expired token': () => ({ exp: Math.floor(Date.now() / 1000) - 60 }),
    'a name that cannot be stored': () => ({ name: 'a\0b' }),
    'a lone surrogate in the address': () => ({ email: 'a\ud800@example.org' }),
    'a subject that no index takes': () => ({
      sub: Array.from({ length: 200 }, () => randomUUID()).join(''),
    }),
    'a token from the future': () => ({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
  }
  test.each(Object.entries(cases))('with %s', async (_, change) => {
    await member()
    provider.forge = (claims) => ({ ...claims, ...change(claims) })
    expect(await logIn()).toEqual(failed)
    // Only that claim caused the error.
    provider.forge = (claims) => claims
    expect(await logIn()).toMatchObject({ error: null })
  })

  test('signed with an unpublished key', async () => {
    await member()
    provider.signer = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    expect(await logIn()).toEqual(failed)
  })

  const another = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signatures: Record<string, [header: object, signatureOf: (signed: string) => Buffer]> = {
    'no signature': [{ alg: 'none' }, () => Buffer.alloc(0)],
    'signed with the client secret': [
      { alg: 'HS256' },
      (signed) => createHmac('sha256', testClient.secret).update(signed).digest(),
    ],
    'signed with a key in its header': [
      { alg: 'RS256', jwk: another.publicKey.export({ format: 'jwk' }) },
      (signed) => sign('sha256', Buffer.from(signed), another.privateKey),
    ],
  }
  test.each(Object.entries(signatures))('with %s', async (_, [header, signatureOf]) => {
    await member()
    provider.replace = (idToken) => {
      const head = Buffer.from(JSON.stringify({ typ: 'JWT', ...header })).toString('base64url')
      const signed = `${head}.${idToken.split('.')[1]}`
      return `${signed}.${signatureOf(signed).toString('base64url')}`
    }
    expect(await logIn()).toEqual(failed)
    provider.replace = null
    expect(await logIn()).toMatchObject({ error: null })
  })

  const tampered: Record<string, (url: URL) => void> = {
    'another state': (url) => url.searchParams.set('state', 'another'),
    'no state': (url) => url.searchParams.delete('state'),
    'another code': (url) => url.searchParams.set('code', 'another'),
    'with another issuer parameter': (url) => url.searchParams.set('iss', 'https://evil.example'),
    'no code': (url) => url.searchParams.delete('code'),
    'the state twice': (url) => url.searchParams.append('state', url.searchParams.get('state')!),
    'another state first': (url) => void (url.search = `?state=another&${url.search.slice(1)}`),
    'another state last': (url) => url.searchParams.append('state', 'another'),
    'the code twice': (url) => url.searchParams.append('code', url.searchParams.get('code')!),
    'another code first': (url) => void (url.search = `?code=another&${url.search.slice(1)}`),
    'another code last': (url) => url.searchParams.append('code', 'another'),
    'two issuers': (url) => url.searchParams.append('iss', 'https://evil.example'),
    'the issuer twice': (url) => {
      for (let count = 0; count < 2; count++) url.searchParams.append('iss', provider.issuer)
    },
    'an error as well': (url) => url.searchParams.append('error', 'access_denied'),
    'errors instead of a code': (url) => {
      url.searchParams.delete('code')
      for (const error of ['access_denied', 'login_required']) url.searchParams.append('error', error)
    },
    'the response as one token, twice': (url) => {
      for (let count = 0; count < 2; count++) url.searchParams.append('response', 'a.b.c')
    },
    'lists of states and codes': (url) =>
      void (url.search = url.search.replaceAll(/\b(state|code)=/g, '$1[]=')),
    'invalid percent-encoding': (url) => void (url.search += '&code=%E0%A4%A'),
    'thousands of parameters': (url) => void (url.search += '&code=x'.repeat(1_500)),
  }
  test.each(Object.entries(tampered))('with %s', async (_, change) => {
    await member()
    const browser = newBrowser()
    const url = new URL(await browser.leave())
    change(url)
    const { status, location } = await browser.get(url.href)
    expect([status, location]).toEqual([302, `${publicUrl}/?login=signOnFailed`])
    expect(await browser.refresh()).toBeNull()
  })

  test('in another browser than the one that started', async () => {
    await member()
    const back = await newBrowser().leave()
    const other = newBrowser()
    expect((await other.get(back)).location).toBe(`${publicUrl}/?login=signOnFailed`)
    await other.leave()
    expect((await other.get(back)).location).toBe(`${publicUrl}/?login=signOnFailed`)
  })

  test('a second time', async () => {
    await member()
    const browser = newBrowser()
    const back = await browser.leave()
    expect((await browser.get(back)).location).toBe(`${publicUrl}/`)
    expect((await browser.get(back)).location).toBe(`${publicUrl}/?login=signOnFailed`)
  })

  test('50 concurrent times: only one session is started', async () => {
    const { accountUuid } = await member()
    const browser = newBrowser()
    const back = await browser.leave()
    const all = await Promise.all(Array.from({ length: 50 }, () => browser.get(back)))
    expect(all.filter(({ location }) => location === `${publicUrl}/`)).toHaveLength(1)
    const sessions = server.db.selectFrom('session').select('uuid').where('account_uuid', '=', accountUuid)
    expect(await sessions.execute()).toHaveLength(1)
  })

  test('and nothing of it is logged', async () => {
    await member()
    const browser = newBrowser()
    const url = new URL(await browser.leave())
    const code = url.searchParams.get('code')!
    url.searchParams.set('state', 'another')
    await browser.get(url.href)
    expect(server.logged()).toContain('A login by single sign-on was refused')
    expect(server.logged()).not.toContain(code)
    expect(server.logged()).not.toContain(testClient.secret)
  })
})

test('a new key of the provider applies at once', async () => {
  const known = await member()
  await logIn()
  provider.rotateKey()
  expect(await me(await logIn())).toMatchObject({ id: known.uuid })
})

describe('a session from the provider', () => {
  const wait = () =>
    server.db
      .updateTable('session')
      .set({ provider_checked_at: new Date(0) })
      .execute()

  test('also ends there', async () => {
    await member()
    const { token } = await logIn()
    const { logoutUrl } = await sessionOf(server, token!).credentials.logout()
    const url = new URL(logoutUrl!)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/`)
    expect((await fetch(url)).status).toBe(200)
    await expect(sessionOf(server, token!).users.me()).rejects.toMatchObject({ status: 401 })
  })

  test('continues while the provider recognizes the user', async () => {
    const { accountUuid, api } = await member()
    const browser = newBrowser()
    expect((await browser.logIn()).error).toBeNull()
    await wait()
    const token = await browser.refresh()
    expect(token).not.toBeNull()
    // The stored tokens belong to a provider that was replaced.
    provider.rotateKey()
    expect(await browser.refresh()).not.toBeNull()
    await wait()
    const refreshes = await Promise.all([browser.refresh(), browser.copy().refresh()])
    expect(refreshes).toContain(null)
    await expect(sessionOf(server, token!).users.me()).rejects.toMatchObject({ status: 401 })
    const { events } = await api.audit.list({ params: { accountUuid }, query: { action: 'sessions' } })
    expect(events.map(({ action }) => action)).toEqual(['sessions.endedByProvider'])
  })
})

test('a session ended by the provider ends a minute later if its event could not be written at first', async () => {
  const { accountUuid, api } = await member()
  const browser = newBrowser()
  expect((await browser.logIn()).error).toBeNull()
  const isLongAgo = (minutes: number) =>
    sql`update session set provider_checked_at = provider_checked_at - make_interval(mins => ${minutes}::int)`.execute(
      server.db,
    )
  await isLongAgo(20)
  provider.rotateKey()
  await withFailingAuditLog(server, () => browser.refresh())
  await isLongAgo(2)
  expect(await browser.refresh()).toBeNull()
  const { events } = await api.audit.list({ params: { accountUuid }, query: { action: 'sessions' } })
  expect(events.map(({ action }) => action)).toEqual(['sessions.endedByProvider'])
})

describe('while the provider hangs', () => {
  /** A browser with a session whose provider does not respond until released. */
  async function hanging(at = server) {
    await member()
    const browser = new TestBrowser(at, publicUrl)
    expect((await browser.logIn()).error).toBeNull()
    await server.db
      .updateTable('session')
      .set({ provider_checked_at: new Date(0) })
      .execute()
    let resume = () => {}
    provider.hangs = new Promise((resolve) => (resume = resolve))
    return {
      browser,
      release() {
        resume()
        provider.hangs = null
      },
    }
  }

  test('a refresh succeeds, and the session continues', async () => {
    const { browser, release } = await hanging()
    expect(await browser.refresh()).not.toBeNull()
    expect(await browser.refresh()).not.toBeNull()
    release()
    const token = await browser.refresh()
    expect(await me({ token })).toMatchObject({ email: provider.person['email'] })
  })

  test('a refresh aborted by its page does not lose the session', async () => {
    const { browser, release } = await hanging()
    await expect(browser.refresh(AbortSignal.timeout(300))).rejects.toThrow()
    release()
    expect(await me({ token: await browser.refresh() })).toMatchObject({ email: provider.person['email'] })
  })

  test('its late response still applies', async () => {
    const { browser, release } = await hanging()
    const token = await browser.refresh()
    expect(token).not.toBeNull()
    // The stored tokens belong to a provider that was replaced.
    provider.rotateKey()
    release()
    await expect
      .poll(async () => (await fetch(`${server.url}/api/v1/users/me`, bearer(token!))).status)
      .toBe(401)
    expect(await browser.refresh()).toBeNull()
  })

  test('its late response is stored before the process stops', async () => {
    const leaving = await startTestServer({ beside: server, withWorker: false, settings: settings() })
    const { browser, release } = await hanging(leaving)
    const stored = () =>
      server.db
        .selectFrom('session')
        .select('provider_tokens as tokens')
        .where('provider_tokens', 'is not', null)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    const before = await stored()
    await expect(browser.refresh(AbortSignal.timeout(300))).rejects.toThrow()
    const stopping = leaving.stop()
    setTimeout(release, 500)
    await stopping
    expect(await stored()).not.toEqual(before)
  })

  test('a logout ends the local session', async () => {
    const { browser, release } = await hanging()
    const token = await browser.refresh()
    expect(await sessionOf(server, token!).credentials.logout()).toEqual({ logoutUrl: null })
    expect((await fetch(`${server.url}/api/v1/users/me`, bearer(token!))).status).toBe(401)
    release()
  })
})

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('returns 404 without a provider', async () => {
  const plain = await startTestServer({ withWorker: false })
  expect((await fetch(`${plain.url}/api/v1/sso/oidc/start`, { redirect: 'manual' })).status).toBe(404)
  expect(await plain.anonymous.publicConfig.get()).toMatchObject({ ways: { oidc: null } })
  await plain.stop()
})
