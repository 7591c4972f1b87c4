import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { freeSamlResponses } from '#identity/attempts/lockout.ts'
import { withFailingAuditLog } from '#testing/failing-audit-log.ts'
import { blocksWithin } from '#testing/in-parallel.ts'
import { createSamlProvider, type SamlResponse } from '#testing/saml-provider.ts'
import { sessionOf, setPassword, signedIn, testPassword } from '#testing/sessions.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'

const publicUrl = 'http://assay.test'
const callback = `${publicUrl}/api/v1/sso/saml/callback`
const provider = createSamlProvider('https://idp.example/metadata')

const server = testServer(() => ({
  withWorker: false,
  settings: {
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_SAML_URL: 'https://idp.example/sso?tenant=1',
    ASSAY_SAML_ISSUER: provider.issuer,
    ASSAY_SAML_NAME: 'Our SAML',
    // Single-line form, as in an environment file.
    ASSAY_SAML_CERTIFICATE: provider.certificate.trim().replaceAll('\n', String.raw`\n`),
    ASSAY_SAML_ROLE_ATTRIBUTE: 'role',
    ASSAY_SAML_TEAMS_ATTRIBUTE: 'groups',
  },
}))

const get = (path: string, cookie = '') =>
  fetch(server.url + path, { redirect: 'manual', headers: { cookie } })
const leads = (response: Response) => response.headers.get('location') ?? ''
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''

/** A browser that was redirected to the provider, and the response it would get. */
async function beginLogin(email: string, returnTo = '/', account = '') {
  const started = await get(
    `/api/v1/sso/saml/start?account=${account}&returnTo=${encodeURIComponent(returnTo)}`,
  )
  const { id, recipient, audience } = provider.readRequest(leads(started))
  const now = Date.now()
  const samlResponse: SamlResponse = {
    issuer: provider.issuer,
    audience,
    recipient,
    inResponseTo: id,
    key: provider.key,
    nameId: randomUUID(),
    nameIdFormat: '2.0:nameid-format:persistent',
    attributes: { email: [email], displayName: ['Ada Lovelace'] },
    notBefore: new Date(now - 1000),
    notOnOrAfter: new Date(now + 60_000),
  }
  return { location: leads(started), cookie: cookieOf(started), samlResponse }
}

/** A cross-site post without cookies. */
const post = async (
  samlResponse: string,
  callbackPath = '/api/v1/sso/saml/callback',
  headers: Record<string, string> = {},
) =>
  leads(
    await fetch(server.url + callbackPath, {
      method: 'POST',
      headers,
      redirect: 'manual',
      body: new URLSearchParams({ SAMLResponse: samlResponse, RelayState: '' }),
    }),
  )

/** The access token, or the error redirect. */
async function completeLogin(samlResponse: SamlResponse, cookie: string, callbackPath?: string) {
  const next = await post(provider.encode(samlResponse), callbackPath)
  if (!next.startsWith('/api/')) return { location: next, token: null }
  const finished = await get(next, cookie)
  const refresh = finished.headers.getSetCookie().find((line) => line.startsWith('assay_refresh'))
  if (refresh === undefined) return { location: leads(finished), token: null }
  const opened = await fetch(`${server.url}/api/v1/credentials/refresh`, {
    method: 'POST',
    headers: { cookie: refresh.split(';', 1)[0]! },
  })
  const { token } = (await opened.json()) as { token: string }
  return { location: leads(finished), token }
}

async function logIn(email: string, change: Partial<SamlResponse> = {}) {
  const { cookie, samlResponse } = await beginLogin(email)
  return completeLogin({ ...samlResponse, ...change }, cookie)
}
const me = async ({ token }: { token: string | null }) => sessionOf(server, token!).users.me()
const refused = (errorType: string) => ({ token: null, location: `/?login=${errorType}` })

const known = forAllTests(() => server.newAccount())

describe('a login by SAML', () => {
  test('is offered by name and described by metadata', async () => {
    expect(await server.anonymous.publicConfig.get()).toMatchObject({ ways: { saml: 'Our SAML' } })
    const metadata = await (await get('/api/v1/sso/saml/metadata')).text()
    expect(metadata).toContain(`Location="${callback}"`)
    expect(metadata).toContain(`entityID="${publicUrl}/api/v1/sso/saml/metadata"`)
  })

  test('starts a session for the member with the address and redirects back', async () => {
    const { location, cookie, samlResponse } = await beginLogin(known.email, '/projects')
    expect(location).toMatch(/^https:\/\/idp\.example\/sso\?tenant=1&SAMLRequest=/)
    const entered = await completeLogin(samlResponse, cookie)
    expect(entered.location).toBe('/projects')
    expect(await me(entered)).toMatchObject({ id: known.uuid })
    const { events } = await known.api.audit.list({ params: { accountUuid: known.accountUuid }, query: {} })
    expect(events[0]).toMatchObject({ action: 'credentials.login', credential: 'saml' })
  })

  test('changes nothing if no event can be written', async () => {
    const { samlResponse } = await beginLogin(known.email)
    const posted = await withFailingAuditLog(server, () => post(provider.encode(samlResponse)))
    const again = await beginLogin(known.email)
    const next = await post(provider.encode(again.samlResponse))
    const finished = await withFailingAuditLog(server, () => get(next, again.cookie))
    expect([posted.changed, finished.changed]).toEqual([[], []])
    expect([posted.result, finished.result.status]).toEqual(['', 500])
  })

  test('accepts a user with 1,000 groups with long names', async () => {
    const groups = Array.from(
      { length: 1000 },
      (_, index) => `CN=group-${index},${'OU=unit,'.repeat(17)}DC=org`,
    )
    const { email } = await server.addMember(known, 'Viewer')
    const { location } = await logIn(email, { attributes: { email: [email], groups } })
    expect(location).toBe('/')
  })

  test('finds known members by name id, and applies role and teams', async () => {
    const team = await server.addTeam(known, 'Core')
    const { uuid, email } = await server.addMember(known, 'Viewer')
    const nameId = randomUUID()
    await logIn(email, { nameId })
    const attributes = { email: ['new@example.org'], role: ['Collaborator'], groups: ['core'] }
    expect(await me(await logIn(email, { nameId, attributes }))).toMatchObject({
      id: uuid,
      role: 'Collaborator',
      teams: [{ uuid: team, name: 'Core' }],
    })
  })

  test('uses the name id as address if there is no attribute', async () => {
    const change = { nameId: known.email, nameIdFormat: '1.1:nameid-format:emailAddress', attributes: {} }
    expect(await me(await logIn(known.email, change))).toMatchObject({ id: known.uuid })
  })

  test('into an account that requires a second factor needs one from the provider', async () => {
    const { accountUuid, email } = await server.newAccount()
    const requires = { requires_mfa: true }
    await server.db.updateTable('account').set(requires).where('uuid', '=', accountUuid).execute()
    const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes'
    for (const authnClass of [undefined, `${classes}:PasswordProtectedTransport`])
      expect(await logIn(email, authnClass ? { authnClass } : {})).toEqual(refused('secondFactorMissing'))
    const entered = await logIn(email, { authnClass: 'https://refeds.org/profile/mfa' })
    expect(await me(entered)).toMatchObject({ account: { uuid: accountUuid } })
  })

  test('accepts a signature and a digest with SHA-512', async () => {
    const algorithms = {
      signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    }
    expect(await me(await logIn(known.email, { algorithms }))).toMatchObject({ id: known.uuid })
  })

  test('is not started by a page of another site, which only leads to the login dialog', async () => {
    const response = await fetch(`${server.url}/api/v1/sso/saml/start?returnTo=%2Fprojects`, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([leads(response), response.headers.getSetCookie()]).toEqual(['/projects', []])
  })

  test('rejects unknown users', async () => {
    expect(await logIn(`${randomUUID()}@example.org`)).toEqual(refused('notInvited'))
  })
})

const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'

/** Not compressible. */
const longText = Array.from({ length: 200 }, () => randomUUID()).join('')

describe('a response is rejected', () => {
  const minute = 60_000
  const transient = '2.0:nameid-format:transient'
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const cases: [string, RegExp, () => Partial<SamlResponse>][] = [
    ['of another issuer', /different issuer/, () => ({ issuer: 'https://evil.example/metadata' })],
    ['for another audience', /audience/i, () => ({ audience: 'https://evil.example' })],
    ['for another recipient', /recipient/, () => ({ recipient: 'https://evil.example/callback' })],
    ['signed with another key', /Invalid signature/, () => ({ key: otherKey })],
    ['that has expired', /expired/, () => ({ notOnOrAfter: new Date(Date.now() - 2 * minute) })],
    [
      'that may not be presented any more',
      /expired/,
      () => ({ confirmation: { notOnOrAfter: new Date(Date.now() - 2 * minute) } }),
    ],
    [
      'that only the holder of a key may present',
      /browser/,
      () => ({ confirmation: { method: 'holder-of-key' } }),
    ],
    ['from the future', /not yet valid/, () => ({ notBefore: new Date(Date.now() + 5 * minute) })],
    ['to an unknown request', /pending request/, () => ({ inResponseTo: '_another' })],
    ['signed with SHA-1', /SHA-1/, () => ({ algorithms: { signature: rsaSha1 } })],
    ['with a digest by SHA-1', /SHA-1/, () => ({ algorithms: { digest: sha1 } })],
    ['of a login that failed', /status Responder/, () => ({ status: ['Responder', 'AuthnFailed'] })],
    ['with a nested failure status', /status Requester/, () => ({ status: ['Requester', 'Success'] })],
    ['without a status', /no status/, () => ({ status: [] })],
    ['with NUL in an attribute', /unusable text/, () => ({ attributes: { email: ['a\0@example.org'] } })],
    ['with a name id that no index takes', /unusable text/, () => ({ nameId: longText })],
    ['without a name id', /has no subject/, () => ({ nameIdFormat: transient, attributes: {} })],
  ]
  test.each(cases)('%s', async (_, reason, change) => {
    expect(await logIn(known.email, change())).toEqual(refused('signOnFailed'))
    const lines = server.logged().split('\n')
    expect(lines.findLast((line) => line.includes('was refused'))).toMatch(reason)
  })

  test.each([
    ['another algorithm of the signature', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
    ['another algorithm of the digest', 'http://www.w3.org/2001/04/xmlenc#sha256'],
  ])('that claims %s', async (_, algorithm) => {
    for (const other of [
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
      'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
      'http://www.w3.org/2001/04/xmldsig-more#md5',
      '',
    ]) {
      const { samlResponse } = await beginLogin(known.email)
      const xml = Buffer.from(provider.encode(samlResponse), 'base64').toString()
      const changed = xml.replace(`Algorithm="${algorithm}"`, `Algorithm="${other}"`)
      expect(changed).not.toBe(xml)
      expect(await post(Buffer.from(changed).toString('base64'))).toBe('/?login=signOnFailed')
    }
  })

  test('modified after signing', async () => {
    const { samlResponse } = await beginLogin('nobody@example.org')
    const xml = Buffer.from(provider.encode(samlResponse), 'base64').toString()
    const changed = xml.replace('nobody@example.org', known.email)
    expect(await post(Buffer.from(changed).toString('base64'))).toBe('/?login=signOnFailed')
  })

  // Signatures do not cover comments, so anybody can add one.
  test('with a comment that truncates its address', async () => {
    const { samlResponse } = await beginLogin(`${known.email}.evil.example`)
    const xml = Buffer.from(provider.encode(samlResponse), 'base64').toString()
    const cut = xml.replace('.evil.example', '<!-- cut -->.evil.example')
    expect(await post(Buffer.from(cut).toString('base64'))).toBe('/?login=notInvited')
  })

  test('with a second, unsigned assertion around the signed one', async () => {
    const { samlResponse } = await beginLogin('nobody@example.org')
    const xml = Buffer.from(provider.encode(samlResponse), 'base64').toString()
    const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)!
    const forged = assertion
      .replace(/<Signature.*<\/Signature>/s, '')
      .replace('nobody@example.org', known.email)
    for (const both of [forged + assertion, assertion + forged, forged]) {
      const wrapped = xml.replace(assertion, both.replaceAll('$', '$$$$'))
      expect(await post(Buffer.from(wrapped).toString('base64'))).toBe('/?login=signOnFailed')
    }
  })

  test('50 concurrent times: one redirect starts one session', async () => {
    const { accountUuid, email } = await server.newAccount()
    const { cookie, samlResponse } = await beginLogin(email)
    const signed = provider.encode(samlResponse)
    const led = await Promise.all(Array.from({ length: 50 }, () => post(signed)))
    const next = led.filter((location) => location.startsWith('/api/'))
    expect(next).toHaveLength(1)
    const finished = await Promise.all(Array.from({ length: 50 }, () => get(next[0]!, cookie)))
    expect(finished.filter((response) => leads(response) === '/')).toHaveLength(1)
    const sessions = server.db.selectFrom('session').select('uuid').where('account_uuid', '=', accountUuid)
    expect(await sessions.execute()).toHaveLength(1)
  })

  test('a second time', async () => {
    const { cookie, samlResponse } = await beginLogin(known.email)
    const response = provider.encode(samlResponse)
    expect(await post(response)).toMatch(/^\/api\/v1\/sso\/saml\/finish/)
    expect(await post(response)).toBe('/?login=signOnFailed')
    expect(await completeLogin(samlResponse, cookie)).toEqual(refused('signOnFailed'))
  })

  test('in another browser than the one that started', async () => {
    const [mine, other] = [await beginLogin(known.email), await beginLogin(known.email)]
    expect(await completeLogin(mine.samlResponse, other.cookie)).toEqual(refused('signOnFailed'))
    expect(await completeLogin((await beginLogin(known.email)).samlResponse, '')).toEqual(
      refused('signOnFailed'),
    )
  })

  const flood = (content: string) =>
    Buffer.from(
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${content}</samlp:Response>`,
    ).toString('base64')

  // Each would take the signature libraries seconds to hours, since their time is quadratic.
  test.each([
    ['siblings', '<a/>'.repeat(16_000)],
    ['levels', '<a>'.repeat(16_000)],
    ['signatures', '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>'.repeat(3_500)],
    ['comments', '<!---->'.repeat(16_000)],
  ])('with more %s than any provider sends, before it is parsed', async (_, content) => {
    expect(await post(flood(content))).toBe('/?login=signOnFailed')
    const lines = server.logged().split('\n')
    expect(lines.findLast((line) => line.includes('was refused'))).toMatch(/more than 3000 tags/)
  })

  test('longer than any real one', async () => {
    const body = new URLSearchParams({ SAMLResponse: flood('x'.repeat(300_000)) })
    const response = await fetch(callback.replace(publicUrl, server.url), { method: 'POST', body })
    expect(response.status).toBe(400)
  })

  test('that is not XML', async () => {
    expect(await post('nonsense')).toBe('/?login=signOnFailed')
  })
})

test('posts of invalid responses are limited by address, also when sent at once, and block no other login', async () => {
  const { samlResponse, cookie } = await beginLogin(known.email)
  const from = { 'x-forwarded-for': '203.0.113.7' }
  const start = performance.now()
  const times = 3 * freeSamlResponses
  const led = await Promise.all(Array.from({ length: times }, () => post('nonsense', undefined, from)))
  const checked = led.filter((location) => location === '/?login=signOnFailed').length
  expect(checked).toBeGreaterThanOrEqual(freeSamlResponses)
  expect(checked).toBeLessThanOrEqual(freeSamlResponses + 1 + blocksWithin(performance.now() - start))
  const rejected = led.filter((location) => location === '/?login=tooManyAttempts').length
  expect(checked + rejected).toBe(times)
  // From another address.
  expect(await completeLogin(samlResponse, cookie)).toMatchObject({ location: '/' })
  await setPassword(server, known)
  const byPassword = await fetch(`${server.url}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { ...from, 'content-type': 'application/json' },
    body: JSON.stringify({ email: known.email, password: testPassword }),
  })
  expect(byPassword.status).toBe(200)
})

test('no other endpoint accepts cross-site forms', async () => {
  const { status } = await fetch(`${server.url}/api/v1/credentials/login`, {
    method: 'POST',
    body: new URLSearchParams({ email: known.email, password: 'x' }),
  })
  expect(status).toBe(415)
})

describe("an account's own provider", () => {
  let one: TestMember
  let two: TestMember
  // Both have the same, and it is the installation's as well.
  beforeAll(async () => {
    ;[one, two] = [
      await signedIn(server, await server.newAccount()),
      await signedIn(server, await server.newAccount()),
    ]
    for (const { api, accountUuid } of [one, two]) {
      const settings = { name: 'Our own', url: 'https://idp.example/sso', issuer: provider.issuer }
      const body = { ...settings, certificate: provider.certificate }
      await api.sso.putSaml({ params: { accountUuid }, body })
      await api.sso.activate({ params: { accountUuid, type: 'saml' }, query: { active: 'true' } })
    }
  })
  const callbackOf = ({ accountUuid }: TestMember) => `/api/v1/sso/saml/callback/${accountUuid}`
  const logInTo = async (account: TestMember, email: string, change: Partial<SamlResponse> = {}) => {
    const { cookie, samlResponse } = await beginLogin(email, '/', account.accountUuid)
    return completeLogin({ ...samlResponse, ...change }, cookie, callbackOf(account))
  }

  test('logs in only members of its account, by its own identities', async () => {
    const nameId = randomUUID()
    expect(await me(await logInTo(one, one.email, { nameId }))).toMatchObject({ id: one.uuid })
    expect(await logInTo(two, one.email, { nameId })).toEqual(refused('notInvited'))
    expect(await logInTo(one, two.email)).toEqual(refused('notInvited'))
    expect(await logInTo(one, known.email)).toEqual(refused('notInvited'))
    expect(await me(await logInTo(two, two.email, { nameId }))).toMatchObject({ id: two.uuid })
  })

  test.each([
    ["another account's", () => callbackOf(two)],
    ["the installation's", () => '/api/v1/sso/saml/callback'],
  ])('is rejected at %s address', async (_, path) => {
    const { cookie, samlResponse } = await beginLogin(one.email, '/', one.accountUuid)
    expect(samlResponse.recipient).toBe(publicUrl + callbackOf(one))
    expect(await completeLogin(samlResponse, cookie, path())).toEqual(refused('signOnFailed'))
    // Even with every value chosen by the provider, since the request belongs to another one.
    const recipient = publicUrl + path()
    const forged = { ...samlResponse, recipient, audience: recipient.replace('callback', 'metadata') }
    expect(await completeLogin(forged, cookie, path())).toEqual(refused('signOnFailed'))
  })

  test('may use SHA-1 only if its settings allow it', async () => {
    const algorithms = { signature: rsaSha1, digest: sha1 }
    expect(await logInTo(one, one.email, { algorithms })).toEqual(refused('signOnFailed'))
    const settings = { name: 'Our own', url: 'https://idp.example/sso', issuer: provider.issuer }
    const body = { ...settings, certificate: provider.certificate, allowsSha1: true }
    const saved = await one.api.sso.putSaml({ params: { accountUuid: one.accountUuid }, body })
    expect(saved.saml).toMatchObject({ allowsSha1: true })
    expect(await me(await logInTo(one, one.email, { algorithms }))).toMatchObject({ id: one.uuid })
  })

  test('is tested by its certificate', async () => {
    const { accountUuid } = one
    const check = () => one.api.sso.check({ params: { accountUuid, type: 'saml' } })
    expect((await check()).isRight).toBe(true)
    const body = { name: 'x', url: 'https://idp.example/sso', issuer: provider.issuer, certificate: 'none' }
    await one.api.sso.putSaml({ params: { accountUuid }, body })
    expect(await check()).toMatchObject({
      isRight: false,
      findings: [{ message: expect.stringContaining('Not a certificate') as string }],
    })
  })
})

test('returns 404 without a provider', async () => {
  const plain = await startTestServer({ withWorker: false })
  expect((await fetch(`${plain.url}/api/v1/sso/saml/start`, { redirect: 'manual' })).status).toBe(404)
  await plain.stop()
})
