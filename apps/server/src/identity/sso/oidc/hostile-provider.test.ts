import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TestBrowser } from '#testing/test-browser.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

// A provider with arbitrary responses: every login fails with its error type, and none with a 5xx.

type Fields = Record<string, unknown>
type Kind = 'discovery' | 'token' | 'keys' | 'userinfo'

/** The provider's response instead of a correct login. */
interface Attack {
  discovery?: Fields
  claims?: Fields
  header?: Fields
  signatureOf?: (signed: string) => Buffer
  token?: Fields
  keys?: unknown
  /** Whole responses. */
  raw?: Partial<Record<Kind, string | ((response: ServerResponse) => void)>>
}

const publicUrl = 'http://assay.test'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const published = { ...publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig', alg: 'RS256' }
let server: TestServer
let provider: Server
let issuer: string
let admin: TestMember
let attack: Attack = {}
let nonce = ''
let requests: Kind[] = []

beforeAll(async () => {
  provider = createServer((request, response) => respond(kindOf(request.url!), response))
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  server = await startTestServer({
    withWorker: false,
    settings: {
      ASSAY_PUBLIC_URL: publicUrl,
      ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
      ASSAY_OIDC_ISSUER: issuer,
      ASSAY_OIDC_CLIENT_ID: 'assay',
      ASSAY_OIDC_CLIENT_SECRET: 'secret',
      ASSAY_OIDC_ROLE_CLAIM: 'role',
      ASSAY_OIDC_TEAMS_CLAIM: 'groups',
    },
  })
  admin = await server.newAccount()
  await takeInDomain()
})
afterEach(() => {
  expect(server.logged()).not.toContain('"The request failed"')
})
afterAll(async () => {
  await server.stop()
  provider.closeAllConnections()
  provider.close()
})

/** Anyone with an address at victim.example may join the account. */
async function takeInDomain(): Promise<void> {
  const { accountUuid } = admin
  const domain = 'victim.example'
  const value = JSON.stringify({ domains: [domain] })
  await server.db
    .insertInto('property')
    .values({ account_uuid: accountUuid, owner_uuid: accountUuid, name: 'autogroupings', value })
    .execute()
  await server.db
    .insertInto('verified_domain')
    .values({ domain, account_uuid: accountUuid, verified_at: new Date() })
    .execute()
}

const kindOf = (url: string): Kind =>
  url.startsWith('/.well-known') ? 'discovery' : (/^\/(token|keys|userinfo)/.exec(url)![1] as Kind)

function respond(kind: Kind, response: ServerResponse): void {
  requests.push(kind)
  const raw = attack.raw?.[kind]
  if (typeof raw === 'function') return raw(response)
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(raw ?? JSON.stringify(bodies[kind]()))
}

const bodies: Record<Kind, () => unknown> = {
  discovery: () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
    ...attack.discovery,
  }),
  token: () => ({ access_token: 'x', token_type: 'Bearer', id_token: idToken(), ...attack.token }),
  keys: () => ({ keys: attack.keys ?? [published] }),
  userinfo: () => ({ sub: 'somebody else' }),
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const nowSeconds = () => Math.floor(Date.now() / 1000)

function idToken(): string {
  const [iat, exp] = [nowSeconds(), nowSeconds() + 60]
  const person = { sub: randomUUID(), email: admin.email, email_verified: true }
  const claims = { iss: issuer, aud: 'assay', iat, exp, nonce, ...person, ...attack.claims }
  const signed = `${encoded({ alg: 'RS256', kid: 'a', ...attack.header })}.${encoded(claims)}`
  const signature = attack.signatureOf?.(signed) ?? sign('sha256', Buffer.from(signed), privateKey)
  return `${signed}.${signature.toString('base64url')}`
}

/** The error of the login; null if it succeeded. */
async function logIn(next: Attack): Promise<string | null> {
  attack = next
  requests = []
  const browser = new TestBrowser(server, publicUrl)
  const start = await browser.get('/api/v1/sso/oidc/start')
  const { origin, searchParams } = new URL(start.location)
  if (origin === publicUrl) return searchParams.get('login')
  nonce = searchParams.get('nonce')!
  const state = encodeURIComponent(searchParams.get('state')!)
  const { location } = await browser.get(`/api/v1/sso/oidc/callback?code=any&state=${state}`)
  const error = new URL(location).searchParams.get('login')
  expect(await browser.refresh()).toEqual(error === null ? expect.any(String) : null)
  return error
}

test('a correct login succeeds, with one request for the keys', async () => {
  expect(await logIn({})).toBeNull()
  expect(requests).toEqual(['discovery', 'discovery', 'token', 'keys'])
})

const hs256 = (secret: string | Buffer) => ({
  header: { alg: 'HS256' },
  signatureOf: (signed: string) => createHmac('sha256', secret).update(signed).digest(),
})
const withoutSignature = { header: { alg: 'none' }, signatureOf: () => Buffer.alloc(0) }
const algorithms = (...names: string[]) => ({ id_token_signing_alg_values_supported: names })
const key = (changes: Fields) => ({ keys: [{ ...published, ...changes }] })

test.each<[string, Attack]>([
  ['has no signature', withoutSignature],
  ['has no signature, which is announced', { ...withoutSignature, discovery: algorithms('none') }],
  ['uses the public key as a secret', hs256(publicKey.export({ format: 'pem', type: 'spki' }))],
  ['uses the client secret, which is announced', { ...hs256('secret'), discovery: algorithms('HS256') }],
  ['names an unknown key', { header: { kid: 'b' } }],
  ['names a key that is not text', { header: { kid: { a: 1 } } }],
  ['names a key like a prototype property', { header: { kid: '__proto__' } }],
  ['has a critical header', { header: { crit: ['x'], x: 1 } }],
  ['names none of two keys', { header: { kid: undefined }, keys: [published, { ...published, kid: 'b' }] }],
  ['has a key of 700 kB', key({ n: Buffer.alloc(700_000, 0xa5).toString('base64url') })],
  ['has a private key', key({ ...privateKey.export({ format: 'jwk' }) })],
  ['has a key without numbers', key({ n: 5, e: [] })],
  ['has no list of keys', { keys: {} }],
  ['is for another client', { claims: { aud: 'another' } }],
  ['is for several clients', { claims: { aud: ['assay', 'another'] } }],
  ['was requested by another client', { claims: { azp: 'another' } }],
  ['is of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['was issued tomorrow', { claims: { iat: nowSeconds() + 86_400 } }],
  ['has expired', { claims: { exp: nowSeconds() - 3600 } }],
  ['never expires', { claims: { exp: undefined } }],
  ['has another nonce', { claims: { nonce: 'another' } }],
  ['has no subject', { claims: { sub: '' } }],
  ['has a subject of 1 MB', { claims: { sub: 'x'.repeat(700_000) } }],
  ['has a subject with NUL', { claims: { sub: 'a\0' } }],
  ['has a name with NUL', { claims: { name: 'a\0' } }],
  ['has a group with a lone surrogate', { claims: { groups: ['\ud800'] } }],
  ['is missing', { token: { id_token: undefined } }],
  ['is a number', { token: { id_token: 5 } }],
  ['has no parts', { token: { id_token: '.'.repeat(900_000) } }],
])('an ID token that %s is rejected, with at most one request for keys', async (_, next) => {
  expect(await logIn(next)).toBe('signOnFailed')
  expect(requests.filter((kind) => kind === 'keys').length).toBeLessThan(2)
})

const deep = '['.repeat(450_000) + ']'.repeat(450_000)
const status = (code: number, headers = {}) => ({
  raw: { token: (response: ServerResponse) => void response.writeHead(code, headers).end() },
})
const inward = { location: 'http://169.254.169.254/' }

test.each<[string, Attack]>([
  ['is nested deeply', { raw: { token: deep } }],
  ['is empty', { raw: { token: '' } }],
  ['redirects', status(302, inward)],
  ['is cut off', { raw: { token: (response) => void response.destroy() } }],
  ['switches protocols', status(101, { connection: 'upgrade', upgrade: 'x' })],
  ['has an unknown status', status(999)],
  ['challenges', status(401, { 'www-authenticate': `Bearer${' '.repeat(10_000)}!` })],
  ['has an unknown type', { token: { token_type: '__proto__' } }],
  ['has a refresh token that is not text', { token: { refresh_token: {} } }],
  ['is beyond the limit', { token: { more: 'x'.repeat(2_000_000) } }],
])('a token response that %s is rejected', async (_, next) => {
  expect(await logIn(next)).toBe('signOnFailed')
})

/** Without an address in the ID token, the user info endpoint is requested. */
const claims = { email: undefined }

test.each<[string, Attack]>([
  ['is about another user', { claims }],
  ['fails', { claims, raw: { userinfo: (response) => void response.writeHead(500).end() } }],
  ['redirects', { claims, raw: { userinfo: (response) => void response.writeHead(302, inward).end() } }],
  ['is nested deeply', { claims, raw: { userinfo: deep } }],
  ['is null', { claims, raw: { userinfo: 'null' } }],
  ['has no address', { claims, discovery: { userinfo_endpoint: 5 } }],
  ['cannot be requested with the token', { claims, token: { access_token: 'a\r\nb: c' } }],
])('a user info that %s fails the login', async (_, next) => {
  expect(await logIn(next)).toBe('signOnFailed')
})

test.each<[string, Attack]>([
  ['is nested deeply', { raw: { discovery: deep } }],
  ['is null', { raw: { discovery: 'null' } }],
  ['is empty', { raw: { discovery: '' } }],
  ['redirects', { raw: { discovery: (response) => void response.writeHead(302, inward).end() } }],
  ['is of another issuer', { discovery: { issuer: 'https://evil.example' } }],
  ['has no login URL', { discovery: { authorization_endpoint: undefined } }],
  ['has a number as login URL', { discovery: { authorization_endpoint: 5 } }],
  ['has a script as login URL', { discovery: { authorization_endpoint: 'javascript:alert(1)' } }],
  ['has a URL of 100 kB', { discovery: { authorization_endpoint: `http://a/${'a'.repeat(100_000)}` } }],
])('with a discovery document that %s, no login starts', async (_, next) => {
  expect(await logIn(next)).toBe('providerUnreachable')
})

test.each<[string, unknown, unknown?]>([
  ['not verified', 'new@victim.example', false],
  ['not verified, as text', 'new@victim.example', 'false'],
  ['verified by a number', 'new@victim.example', 1],
  ['verified by a list', 'new@victim.example', ['true']],
  ['an object', { address: 'new@victim.example' }],
  ['a list', ['new@victim.example']],
  ['of 5 kB', `${Array.from({ length: 100 }, () => randomUUID()).join('')}@victim.example`],
  ['no address', 'victim.example'],
  ['of another domain, with the domain of the account in quotes', '"a@victim.example@b"@evil.example'],
  ['of two domains', 'a@victim.example@evil.example'],
  ['with a line break', 'a\r\nBcc: b@victim.example'],
])('nobody joins by an email address that is %s', async (_, email, verified = true) => {
  expect(await logIn({ claims: { email, email_verified: verified } })).toBe('emailUnverified')
})

test('large claims are skipped, and names of prototypes are not roles', async () => {
  const { uuid: memberUuid, email, accountUuid } = await server.addMember(admin, 'Collaborator')
  const groups = Array.from({ length: 20_000 }, (_, number) => `group ${number}`)
  const role = ['__proto__', 'constructor', 'toString']
  const person = { sub: 'a person', email }
  expect(await logIn({ claims: { ...person, groups, role, name: 'x'.repeat(300_000) } })).toBeNull()
  expect(await logIn({ claims: { ...person, groups: role, role: {}, name: {} } })).toBeNull()
  const member = await admin.api.members.get({ params: { accountUuid, memberUuid } })
  expect(member).toMatchObject({ role: 'Collaborator', name: 'Test' })
})

test('logins that start while the provider hangs hold one connection to it', async () => {
  const pending: ServerResponse[] = []
  requests = []
  attack = { raw: { discovery: (response) => void pending.push(response) } }
  const start = () => fetch(`${server.url}/api/v1/sso/oidc/start`, { redirect: 'manual' })
  const first = start()
  await expect.poll(() => pending).toHaveLength(1)
  let completed = 0
  const more = Array.from({ length: 50 }, () => start().finally(() => completed++))
  // Each of them would have requested the provider before this response.
  await fetch(`${server.url}/readyz`)
  expect([requests, completed]).toEqual([['discovery'], 0])
  pending[0]!.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(bodies.discovery()))
  const responses = await Promise.all([first, ...more])
  const states = responses.map(({ headers }) => new URL(headers.get('location')!).searchParams.get('state'))
  expect(new Set(states).size).toBe(51)
  expect(requests).toEqual(['discovery'])
  attack = {}
  await start()
  expect(requests).toEqual(['discovery', 'discovery'])
})
