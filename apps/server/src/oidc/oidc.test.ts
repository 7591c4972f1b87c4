import { randomUUID, generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { startTestProvider, testClient, type TestProvider } from '../testing/openid-provider.ts'
import { sessionOf, testPassword } from '../testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from '../testing/test-server.ts'

const publicUrl = 'http://assay.test'
let server: TestServer
let provider: TestProvider

beforeAll(async () => {
  provider = await startTestProvider(`${publicUrl}/api/v1/sso/oidc/callback`)
  server = await startTestServer({
    withWorker: false,
    settings: {
      ...{ ASSAY_PUBLIC_URL: publicUrl, ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ASSAY_OIDC_NAME: 'Our login' },
      ...{ ASSAY_OIDC_ISSUER: provider.issuer, ASSAY_OIDC_CLIENT_ID: testClient.id },
      ...{
        ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
        ASSAY_OIDC_SCOPES: 'openid email profile offline_access',
      },
      ...{ ASSAY_OIDC_ROLE_CLAIM: 'role', ASSAY_OIDC_TEAMS_CLAIM: 'groups' },
      ...{ ASSAY_REGISTRATION: 'true', ASSAY_SMTP_URL: 'smtp://127.0.0.1:1' },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})
afterEach(() => {
  provider.forge = null
  provider.signer = null
})

const comes = (more: object) =>
  void (provider.person = { sub: randomUUID(), email_verified: true, name: 'Ada Lovelace', ...more })
const newBrowser = () => new TestBrowser(server, publicUrl)
const logIn = () => newBrowser().logIn()
const me = async ({ token }: { token: string | null }) => sessionOf(server, token!).users.me()
const refused = (error: string) => ({ token: null, error })

/** A member of a new account, who logs in by the provider. */
async function member(more: object = {}): Promise<TestMember> {
  const admin = await server.newAccount()
  comes({ email: admin.email, ...more })
  return admin
}

describe('a login by the provider', () => {
  test('is offered by name, and opens a session for the member with the address', async () => {
    const known = await member()
    expect(await server.anonymous.site.get()).toMatchObject({ ways: { oidc: 'Our login' } })
    const entered = await logIn()
    expect(await me(entered)).toMatchObject({ id: known.uuid, role: 'Administrator' })
    const { events } = await known.api.audit.list({ params: { accountUuid: known.accountUuid }, query: {} })
    expect(events[0]).toMatchObject({ action: 'credentials.login', credential: 'oidc' })
  })

  test('leads back to where it started, on this site alone', async () => {
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

  test('finds who came before by the subject, whatever the address is now', async () => {
    const known = await member()
    await logIn()
    provider.person = { ...provider.person, email: 'renamed@example.org', email_verified: false }
    expect(await me(await logIn())).toMatchObject({ id: known.uuid })
  })

  test('takes an invited one in', async () => {
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
    ['whose address is not verified', { email_verified: false }, 'emailUnverified'],
    ['without an address', { email: undefined }, 'emailUnverified'],
  ])('refuses one %s', async (_, more, error) => {
    comes({ email: `${randomUUID()}@example.org`, ...more })
    expect(await logIn()).toEqual(refused(error))
  })

  test('links nobody to an account that was asked for and not verified', async () => {
    const email = `${randomUUID()}@example.org`
    await server.anonymous.credentials.register({ body: { email, password: testPassword } })
    comes({ email })
    expect(await logIn()).toEqual(refused('notInvited'))
  })

  test('into an account that requires a second factor needs one of the provider', async () => {
    const { accountUuid } = await member()
    const requires = { requires_mfa: true }
    await server.db.updateTable('account').set(requires).where('uuid', '=', accountUuid).execute()
    expect(await logIn()).toEqual(refused('secondFactorMissing'))
    provider.forge = (claims) => ({ ...claims, amr: ['pwd'] })
    expect(await logIn()).toEqual(refused('secondFactorMissing'))
    provider.forge = (claims) => ({ ...claims, amr: ['pwd', 'otp'] })
    expect(await me(await logIn())).toMatchObject({ account: { uuid: accountUuid } })
  })

  test('refuses a member who is inactive', async () => {
    const { uuid } = await member()
    await server.db.updateTable('member').set({ status: 'Inactive' }).where('uuid', '=', uuid).execute()
    expect(await logIn()).toEqual(refused('memberInactive'))
  })
})

describe('a domain', () => {
  const takeIn = async (admin: TestMember, value: object) =>
    admin.api.properties.setOfAccount({
      params: { accountUuid: admin.accountUuid, name: 'autogroupings' },
      body: value,
    })
  /** An account of a domain whose administrator has that address. */
  async function company(domain: string): Promise<TestMember> {
    const admin = await server.newAccount()
    const email = `boss@${domain}`
    await server.db.updateTable('login').set({ email }).where('member_uuid', '=', admin.uuid).execute()
    await server.db.updateTable('member').set({ email }).where('uuid', '=', admin.uuid).execute()
    return { ...admin, email }
  }
  const domainOf = () => `${randomUUID()}.example`

  test('is taken in once an administrator has come from it', async () => {
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

  test('of free mail is taken in by nobody', async () => {
    const admin = await company('gmail.com')
    await takeIn(admin, { domains: ['gmail.com'] })
    comes({ email: admin.email })
    expect(await logIn()).toMatchObject({ error: null })
    comes({ email: `${randomUUID()}@gmail.com` })
    expect(await logIn()).toEqual(refused('notInvited'))
  })
})

describe('role and teams', () => {
  test('are those of the claims, at every login', async () => {
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

  test('leave an account its last administrator', async () => {
    await member({ role: 'Viewer' })
    expect(await me(await logIn())).toMatchObject({ role: 'Administrator' })
  })
})

describe('what comes back is refused', () => {
  const failed = refused('signOnFailed')
  const cases: Record<string, (claims: Record<string, unknown>) => object> = {
    'another issuer': () => ({ iss: 'https://evil.example' }),
    'another audience': () => ({ aud: 'somebody-else' }),
    'another nonce': () => ({ nonce: 'another' }),
    'no nonce': () => ({ nonce: undefined }),
    'a token that is over': () => ({ exp: Math.floor(Date.now() / 1000) - 60 }),
    'a token from the future': () => ({ nbf: Math.floor(Date.now() / 1000) + 3600 }),
  }
  test.each(Object.entries(cases))('with %s', async (_, change) => {
    await member()
    provider.forge = (claims) => ({ ...claims, ...change(claims) })
    expect(await logIn()).toEqual(failed)
    // It was that claim alone.
    provider.forge = (claims) => claims
    expect(await logIn()).toMatchObject({ error: null })
  })

  test('signed by a key that the provider does not publish', async () => {
    await member()
    provider.signer = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    expect(await logIn()).toEqual(failed)
  })

  const tampered: Record<string, (url: URL) => void> = {
    'another state': (url) => url.searchParams.set('state', 'another'),
    'no state': (url) => url.searchParams.delete('state'),
    'another code': (url) => url.searchParams.set('code', 'another'),
    'another issuer in the address': (url) => url.searchParams.set('iss', 'https://evil.example'),
  }
  test.each(Object.entries(tampered))('with %s', async (_, change) => {
    await member()
    const browser = newBrowser()
    const url = new URL(await browser.leave())
    change(url)
    expect((await browser.get(url.href)).location).toBe(`${publicUrl}/?login=signOnFailed`)
    expect(await browser.refresh()).toBeNull()
  })

  test('in another browser than the one that left', async () => {
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

test('a new key of the provider counts at once', async () => {
  const known = await member()
  await logIn()
  provider.rotateKey()
  expect(await me(await logIn())).toMatchObject({ id: known.uuid })
})

describe('a session by the provider', () => {
  const wait = () =>
    server.db
      .updateTable('session')
      .set({ provider_checked_at: new Date(0) })
      .execute()

  test('ends there, too', async () => {
    await member()
    const { token } = await logIn()
    const { logoutUrl } = await sessionOf(server, token!).credentials.logout()
    const url = new URL(logoutUrl!)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/`)
    expect((await fetch(url)).status).toBe(200)
    await expect(sessionOf(server, token!).users.me()).rejects.toMatchObject({ status: 401 })
  })

  test('goes on while the provider knows the person, and ends when it does not', async () => {
    await member()
    const browser = newBrowser()
    expect((await browser.logIn()).error).toBeNull()
    await wait()
    const token = await browser.refresh()
    expect(token).not.toBeNull()
    // What the provider gave is of a provider that is gone.
    provider.rotateKey()
    expect(await browser.refresh()).not.toBeNull()
    await wait()
    expect(await browser.refresh()).toBeNull()
    await expect(sessionOf(server, token!).users.me()).rejects.toMatchObject({ status: 401 })
  })
})

test('without a provider there is nothing to start', async () => {
  const plain = await startTestServer({ withWorker: false })
  expect((await fetch(`${plain.url}/api/v1/sso/oidc/start`, { redirect: 'manual' })).status).toBe(404)
  expect(await plain.anonymous.site.get()).toMatchObject({ ways: { oidc: null } })
  await plain.stop()
})
