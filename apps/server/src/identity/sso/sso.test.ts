import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { withFailingAuditLog } from '#testing/failing-audit-log.ts'
import { startNameServer } from '#testing/name-server.ts'
import { startTestProvider, testClient, type TestProvider } from '#testing/openid-provider.ts'
import { sessionOf, signedIn } from '#testing/sessions.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { type TestMember } from '#testing/test-server.ts'

// Two accounts, each with its own provider controlled by its administrator, which can assert anything.

const publicUrl = 'http://assay.test'
const callback = `${publicUrl}/api/v1/sso/oidc/callback`
let [first, second]: TestMember[] = []
let [ofFirst, ofSecond]: TestProvider[] = []
let a: TestMember
let b: TestMember

afterAll(() => Promise.all([ofFirst!.stop(), ofSecond!.stop()]))
const names = forAllTests(startNameServer)
/** The installation's. */
const shared = forAllTests(() => startTestProvider(callback))
const server = testServer(() => ({
  withWorker: false,
  settings: {
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_OIDC_NAME: 'Everybody',
    ASSAY_OIDC_ISSUER: shared.issuer,
    ASSAY_OIDC_CLIENT_ID: testClient.id,
    ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
    ASSAY_DNS_SERVER: names.address,
  },
}))
beforeAll(async () => {
  ;[first, second] = [await newAdmin(), await newAdmin()]
  ;[a, b] = [first, second]
  const redirects = [a, b].map(({ accountUuid }) => `${callback}/${accountUuid}`)
  ;[ofFirst, ofSecond] = [await startTestProvider(...redirects), await startTestProvider(...redirects)]
  await setUp(a, ofFirst)
  await setUp(b, ofSecond)
})
beforeEach(() => names.records.clear())

const of = ({ accountUuid }: TestMember) => ({ params: { accountUuid } })
const ofType = (member: TestMember, type = 'oidc') => ({ params: { ...of(member).params, type } })
const settingsOf = ({ issuer }: TestProvider) => ({
  name: 'Our login',
  issuer,
  clientId: testClient.id,
  clientSecret: testClient.secret,
  roleClaim: 'role',
  teamsClaim: 'groups',
})

async function setUp(admin: TestMember, provider: TestProvider, more: object = {}): Promise<void> {
  await admin.api.sso.putOidc({ ...of(admin), body: { ...settingsOf(provider), ...more } })
  await admin.api.sso.activate({ ...ofType(admin), query: { active: 'true' } })
}

const newAdmin = async () => signedIn(server, await server.newAccount())
const newBrowser = () => new TestBrowser(server, publicUrl)
const startOf = ({ accountUuid }: TestMember) => `/api/v1/sso/oidc/start?account=${accountUuid}`
const logIn = (account: TestMember) => newBrowser().logIn(startOf(account))
const comes = (provider: TestProvider | undefined, more: object) =>
  void (provider!.person = { sub: randomUUID(), email_verified: true, name: 'Ada Lovelace', ...more })
const me = async ({ token }: { token: string | null }) => sessionOf(server, token!).users.me()
const refused = (error: string) => ({ token: null, error })

describe("an account's own provider", () => {
  test('logs in its members, as recorded in the audit log', async () => {
    comes(ofFirst, { email: a.email })
    expect(await me(await logIn(a))).toMatchObject({ id: a.uuid, account: { uuid: a.accountUuid } })
    const { events } = await a.api.audit.list({ ...of(a), query: {} })
    expect(events[0]).toMatchObject({ action: 'credentials.login', credential: 'oidc' })
  })

  test.each([
    ['members of the other account', () => [a, ofFirst, b] as const],
    ['members of the other account, in reverse', () => [b, ofSecond, a] as const],
  ])('never logs in %s, whatever it asserts', async (_, pick) => {
    const [own, provider, other] = pick()
    const role = 'Administrator'
    comes(provider, { email: other.email, role })
    expect(await logIn(own)).toEqual(refused('notInvited'))
    const invited = `${randomUUID()}@example.org`
    await other.api.members.add({ ...of(other), body: { email: invited } })
    comes(provider, { email: invited, role })
    expect(await logIn(own)).toEqual(refused('notInvited'))
    const links = await server.db
      .selectFrom('external_login')
      .selectAll()
      .where('account_uuid', '=', other.accountUuid)
      .where('provider', 'like', `account ${own.accountUuid}%`)
      .execute()
    expect(links).toEqual([])
  })

  test('that asserts the same issuer and subject as another resolves its own members', async () => {
    const sub = randomUUID()
    // Both accounts use one identity service.
    await setUp(b, ofFirst!)
    comes(ofFirst, { sub, email: a.email })
    expect(await me(await logIn(a))).toMatchObject({ id: a.uuid })
    expect(await logIn(b)).toEqual(refused('notInvited'))
    comes(ofFirst, { sub, email: b.email })
    expect(await me(await logIn(b))).toMatchObject({ id: b.uuid })
    expect(await me(await logIn(a))).toMatchObject({ id: a.uuid })
    await setUp(b, ofSecond!)
  })

  test("cannot impersonate identities of the installation's provider, even if it is the same one", async () => {
    const sub = randomUUID()
    const key = { provider: `oidc ${ofFirst!.issuer}`, subject: sub }
    await server.db
      .insertInto('external_login')
      .values({ ...key, account_uuid: b.accountUuid, member_uuid: b.uuid })
      .execute()
    comes(ofFirst, { sub, email: b.email })
    expect(await logIn(a)).toEqual(refused('notInvited'))
    comes(ofFirst, { sub, email: a.email })
    expect(await me(await logIn(a))).toMatchObject({ id: a.uuid })
  })

  test('adds no members for a domain it has not verified', async () => {
    const domain = `${randomUUID()}.example`
    await a.api.sso.setDomains({ ...of(a), body: { domains: [domain], role: 'Collaborator' } })
    // Its administrator logs in with an address of the domain, which proves nothing with the account's own provider.
    const email = `boss@${domain}`
    const { uuid } = await a.api.members.add({ ...of(a), body: { email, role: 'Administrator' } })
    comes(ofFirst, { email })
    expect(await me(await logIn(a))).toMatchObject({ id: uuid, role: 'Administrator' })
    comes(ofFirst, { email: `new@${domain}` })
    expect(await logIn(a)).toEqual(refused('notInvited'))
  })

  test('adds members with an address of a verified domain', async () => {
    const domain = `${randomUUID()}.example`
    await show(a, domain)
    comes(ofFirst, { email: `new@${domain}` })
    const entered = await me(await logIn(a))
    expect(entered).toMatchObject({
      email: `new@${domain}`,
      role: 'Collaborator',
      account: { uuid: a.accountUuid },
    })
    // The other account, which names it as well, does not own it.
    await b.api.sso.setDomains({ ...of(b), body: { domains: [domain], role: 'Viewer' } })
    comes(ofSecond, { email: `other@${domain}` })
    expect(await logIn(b)).toEqual(refused('notInvited'))
    comes(ofFirst, { email: `sub@deep.${domain}` })
    expect(await logIn(a)).toEqual(refused('notInvited'))
  })

  test('verifies addresses of its domain, whoever invited them before', async () => {
    const domain = `${randomUUID()}.example`
    const [email, elsewhere] = [`new@${domain}`, `${randomUUID()}@example.org`]
    for (const each of [email, elsewhere]) await b.api.members.add({ ...of(b), body: { email: each } })
    await show(a, domain)
    comes(ofFirst, { email })
    expect(await me(await logIn(a))).toMatchObject({ email, account: { uuid: a.accountUuid } })
    await a.api.members.add({ ...of(a), body: { email: elsewhere } })
    comes(ofFirst, { email: elsewhere })
    expect(await me(await logIn(a))).toMatchObject({ email: elsewhere, account: { uuid: a.accountUuid } })
    const remaining = (await b.api.members.list(of(b))).map((member) => member.email)
    expect(remaining).not.toContain(email)
    // Other addresses asserted by its provider are not verified for anyone else.
    expect(remaining).toContain(elsewhere)
  })

  test('must assert that the address is verified', async () => {
    comes(ofFirst, { email: a.email, email_verified: false })
    expect(await logIn(a)).toEqual(refused('emailUnverified'))
  })

  test('maps its role and team names', async () => {
    const team = await server.addTeam(a, 'Backend')
    const person = await server.addMember(a, 'Viewer')
    await setUp(a, ofFirst!, { roleNames: { engineers: 'Collaborator' }, teamNames: { '4711': 'Backend' } })
    comes(ofFirst, { email: person.email, role: ['engineers'], groups: ['4711'] })
    expect(await me(await logIn(a))).toMatchObject({ role: 'Collaborator', teams: [{ uuid: team }] })
    await setUp(a, ofFirst!)
  })

  test('assigns no teams if the account has none', async () => {
    const team = await server.addTeam(a, 'Frontend')
    const person = await server.addMember(a, 'Viewer')
    await a.api.accounts.setFeatures({ ...of(a), query: { names: 'sso' } })
    comes(ofFirst, { email: person.email, groups: ['Frontend'] })
    expect((await me(await logIn(a))).teams).toEqual([])
    await a.api.accounts.setFeatures({ ...of(a), query: { names: 'teams,sso,scim' } })
    expect(await me(await logIn(a))).toMatchObject({ teams: [{ uuid: team }] })
  })

  test('is not used while inactive or without the single sign-on feature', async () => {
    comes(ofFirst, { email: a.email })
    const leadsTo = async () => new URL((await newBrowser().get(startOf(a))).location).origin
    expect(await leadsTo()).toBe(ofFirst!.issuer)
    await a.api.sso.activate({ ...ofType(a), query: { active: 'false' } })
    expect(await leadsTo()).toBe(shared.issuer)
    await setUp(a, ofFirst!)
    await a.api.accounts.setFeatures({ ...of(a), query: { names: 'teams' } })
    expect(await leadsTo()).toBe(shared.issuer)
    await a.api.accounts.setFeatures({ ...of(a), query: { names: 'teams,sso,scim' } })
    expect(await leadsTo()).toBe(ofFirst!.issuer)
  })

  test('that is removed or replaced loses its identities', async () => {
    const person = await server.addMember(b, 'Viewer')
    const sub = randomUUID()
    comes(ofSecond, { sub, email: person.email })
    await logIn(b)
    await b.api.sso.remove(ofType(b))
    await setUp(b, ofSecond!)
    comes(ofSecond, { sub, email: undefined })
    expect(await logIn(b)).toEqual(refused('emailUnverified'))
  })
})

describe("a provider's callback", () => {
  test('is rejected at the address of another one', async () => {
    comes(ofFirst, { email: a.email })
    comes(ofSecond, { email: b.email })
    for (const wrong of [callback, `${callback}/${b.accountUuid}`]) {
      const browser = newBrowser()
      const back = new URL(await browser.leave(startOf(a)))
      const moved = wrong + back.search
      expect((await browser.get(moved)).location).toBe(`${publicUrl}/?login=signOnFailed`)
      expect(await browser.refresh()).toBeNull()
    }
    const browser = newBrowser()
    comes(shared, { email: a.email })
    const back = new URL(await browser.leave())
    expect((await browser.get(`${callback}/${a.accountUuid}${back.search}`)).location).toContain(
      'login=signOnFailed',
    )
  })
})

describe('a session from it', () => {
  test('is only renewed with that provider', async () => {
    comes(ofFirst, { email: a.email })
    const { token } = await logIn(a)
    const { logoutUrl } = await sessionOf(server, token!).credentials.logout()
    expect(new URL(logoutUrl!).origin).toBe(ofFirst!.issuer)
    const later = await logIn(a)
    await setUp(a, ofSecond!)
    const gone = await sessionOf(server, later.token!).credentials.logout()
    expect(gone.logoutUrl).toBeNull()
    await setUp(a, ofFirst!)
  })
})

describe('settings', () => {
  test('never reveal the secret in responses, storage or logs', async () => {
    const shown = await a.api.sso.get(of(a))
    expect(shown.oidc).toMatchObject({ hasSecret: true, isActive: true, clientId: testClient.id })
    const { events } = await a.api.audit.list({ ...of(a), query: { limit: 500 } })
    expect(events.map(({ action }) => action)).toContain('sso.putOidc')
    const rows = await server.db.selectFrom('sign_on_provider').selectAll().execute()
    const stored = rows.map(
      ({ secret, settings }) => Buffer.from(secret ?? []).toString('latin1') + JSON.stringify(settings),
    )
    for (const text of [JSON.stringify(shown), JSON.stringify(events), server.logged(), ...stored])
      expect(text).not.toContain(testClient.secret)
  })

  test('keep the secret until it is changed, and never send it to another issuer', async () => {
    const { clientSecret: _, ...settings } = settingsOf(ofFirst!)
    const renamed = await a.api.sso.putOidc({ ...of(a), body: { ...settings, name: 'Renamed' } })
    expect(renamed.oidc).toMatchObject({ name: 'Renamed', hasSecret: true, isActive: true })
    comes(ofFirst, { email: a.email })
    expect(await logIn(a)).toMatchObject({ error: null })
    await expect(
      a.api.sso.putOidc({ ...of(a), body: { ...settings, issuer: 'https://evil.example' } }),
    ).rejects.toMatchObject({ status: 400, errorType: 'secretMissing' })
    expect((await a.api.sso.get(of(a))).oidc?.issuer).toBe(ofFirst!.issuer)
    const open = await a.api.sso.putOidc({ ...of(a), body: { ...settings, clientSecret: null } })
    expect(open.oidc?.hasSecret).toBe(false)
    await setUp(a, ofFirst!)
  })

  test('require an administrator, and a new provider is inactive', async () => {
    const account = await newAdmin()
    const created = await account.api.sso.putOidc({ ...of(account), body: settingsOf(ofFirst!) })
    expect(created.oidc?.isActive).toBe(false)
    const viewer = await server.addMember(account, 'Viewer')
    await expect(viewer.api.sso.get(of(account))).rejects.toMatchObject({ status: 403 })
    await expect(
      account.api.sso.activate({ ...ofType(account, 'ldap'), query: { active: 'true' } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      account.api.sso.activate({ ...ofType(account, 'saml'), query: { active: 'true' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('contain the values to configure at the provider, specific to the account', async () => {
    const { addresses } = await a.api.sso.get(of(a))
    expect(addresses).toEqual({
      oidcRedirect: `${callback}/${a.accountUuid}`,
      logoutRedirect: `${publicUrl}/`,
      samlMetadata: `${publicUrl}/api/v1/sso/saml/metadata/${a.accountUuid}`,
      samlCallback: `${publicUrl}/api/v1/sso/saml/callback/${a.accountUuid}`,
      login: `${publicUrl}/?sso=${a.accountUuid}`,
    })
    const metadata = await server.anonymous.saml.metadataOfAccount(of(a))
    expect(metadata).toContain(`entityID="${addresses.samlMetadata}"`)
    expect(metadata).toContain(`Location="${addresses.samlCallback}"`)
  })
})

/** Publishes a DNS record like the owner of the domain. */
async function show(admin: TestMember, domain: string): Promise<void> {
  const body = { domains: [domain], role: 'Collaborator' as const }
  const { domains } = await admin.api.sso.setDomains({ ...of(admin), body })
  const { record } = domains[0]!
  names.records.set(record.name, record.value)
  await admin.api.sso.verifyDomain({ params: { ...of(admin).params, domain } })
}

describe('a change is committed with its event or not at all:', () => {
  const changes: Record<string, (admin: TestMember) => Promise<() => Promise<unknown>>> = {
    async 'sso.activate'(admin) {
      await admin.api.sso.putOidc({ ...of(admin), body: settingsOf(ofFirst!) })
      return () => admin.api.sso.activate({ ...ofType(admin), query: { active: 'true' } })
    },
    async 'sso.verifyDomain'(admin) {
      const domain = `${randomUUID()}.example`
      const { domains } = await admin.api.sso.setDomains({ ...of(admin), body: { domains: [domain] } })
      names.records.set(domains[0]!.record.name, domains[0]!.record.value)
      return () => admin.api.sso.verifyDomain({ params: { ...of(admin).params, domain } })
    },
  }

  test.each(Object.entries(changes))('%s', async (action, prepare) => {
    const admin = await newAdmin()
    const change = await prepare(admin)
    const failed = await withFailingAuditLog(server, () =>
      change().catch((error: { status: number }) => error.status),
    )
    expect(failed).toEqual({ result: 500, changed: [] })
    await change()
    const { events } = await admin.api.audit.list({ ...of(admin), query: {} })
    expect(events[0]).toMatchObject({ action, memberUuid: admin.uuid, after: expect.anything() })
  })
})

describe('a domain', () => {
  const statesOf = async (admin: TestMember) =>
    (await admin.api.sso.get(of(admin))).domains.map(({ domain, state }) => `${domain} ${state}`)

  test('is verified by its DNS record, which differs per account', async () => {
    const domain = `${randomUUID()}.example`
    const body = { domains: [domain.toUpperCase(), 'gmail.com'], role: 'Viewer' as const }
    const { domains } = await a.api.sso.setDomains({ ...of(a), body })
    expect(await statesOf(a)).toEqual([`${domain} unverified`, 'gmail.com freeMail'])
    const verify = (admin: TestMember, name = domain) =>
      admin.api.sso.verifyDomain({ params: { ...of(admin).params, domain: name } })
    await expect(verify(a)).rejects.toMatchObject({ status: 409, errorType: 'domainNotShown' })
    const theirs = await b.api.sso.setDomains({ ...of(b), body })
    expect(theirs.domains[0]!.record.value).not.toBe(domains[0]!.record.value)
    names.records.set(domains[0]!.record.name, domains[0]!.record.value)
    await expect(verify(b)).rejects.toMatchObject({ errorType: 'domainNotShown' })
    await expect(verify(a, 'unnamed.example')).rejects.toMatchObject({ status: 404 })
    await verify(a)
    expect(await statesOf(a)).toEqual([`${domain} verified`, 'gmail.com freeMail'])
    names.records.set(domains[1]!.record.name, domains[1]!.record.value)
    await expect(verify(a, 'gmail.com')).rejects.toMatchObject({ errorType: 'domainNotShown' })
    // The current owner of the domain can verify it, and gets it exclusively.
    names.records.set(theirs.domains[0]!.record.name, theirs.domains[0]!.record.value)
    await verify(b)
    expect(await statesOf(a)).toEqual([`${domain} unverified`, 'gmail.com freeMail'])
  })

  test('and the role of joining users are changed separately, keeping the rest of the property', async () => {
    const admin = await newAdmin()
    const name = 'autogroupings'
    await admin.api.properties.setOfAccount({ params: { ...of(admin).params, name }, body: { team: 'x' } })
    await admin.api.sso.setDomains({ ...of(admin), body: { domains: ['one.example', 'one.example'] } })
    await admin.api.sso.setDomains({ ...of(admin), body: { role: 'Team viewer' } })
    expect(await admin.api.properties.ofAccount({ params: { ...of(admin).params, name } })).toEqual({
      team: 'x',
      domains: ['one.example'],
      role: 'Team viewer',
    })
  })

  test("leads to its account's login methods without revealing its members", async () => {
    const domain = `${randomUUID()}.example`
    await show(a, domain)
    const waysOf = async (query: object) => (await server.anonymous.publicConfig.get({ query })).ways
    const own = { oidc: 'Our login', saml: null, account: a.accountUuid }
    expect(await waysOf({ domain })).toMatchObject(own)
    expect(await waysOf({ account: a.accountUuid })).toMatchObject(own)
    const usual = { oidc: 'Everybody', saml: null, account: null }
    expect(await waysOf({})).toMatchObject(usual)
    expect(await waysOf({ domain: 'unknown.example' })).toMatchObject(usual)
    expect(await waysOf({ account: randomUUID() })).toMatchObject(usual)
    expect(await waysOf({ account: 'nonsense' })).toMatchObject(usual)
  })
})

describe('testing a provider', () => {
  const check = async (body: object) => {
    const admin = await newAdmin()
    await admin.api.sso.putOidc({ ...of(admin), body: { ...settingsOf(ofFirst!), ...body } })
    const { isRight, findings } = await admin.api.sso.check(ofType(admin))
    return {
      isRight,
      wrong: findings.filter((each) => !each.isRight).map(({ message }) => message),
      findings,
    }
  }

  test('finds no problem with a correct one', async () => {
    const { isRight, findings } = await check({})
    expect({ isRight, messages: findings.map(({ message }) => message) }).toEqual({
      isRight: true,
      messages: [
        'The discovery document was read',
        'It names the addresses of login and tokens',
        'Its keys were read: 1',
        'The client ID and secret are accepted',
      ],
    })
  })

  test.each([
    ['a wrong secret', () => ({ clientSecret: 'another' }), 'The client ID and secret were rejected'],
    [
      'an unknown scope',
      () => ({ scopes: 'openid shoe-size' }),
      'It does not announce these scopes: shoe-size',
    ],
    [
      'another issuer',
      () => ({ issuer: ofFirst!.issuer.replace('127.0.0.1', 'localhost') }),
      'The discovery document names a different issuer',
    ],
    [
      'no discovery document',
      () => ({ issuer: `${server.url}/healthz` }),
      'No discovery document was found for this issuer',
    ],
    ['nobody there', () => ({ issuer: 'http://127.0.0.1:9' }), 'The issuer cannot be reached'],
  ])('reports %s', async (_, body, sentence) => {
    expect(await check(body())).toMatchObject({ isRight: false, wrong: [sentence] })
  })
})
