import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#config.ts'
import { sessionOf, signedIn } from '#testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'

// The test is the proxy: it signs.

interface Signer {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
}
const newSigner = async (algorithm = 'ES256'): Promise<Signer> => ({
  ...(await generateKeyPair(algorithm)),
  kid: randomUUID(),
})
const keySet = async (...signers: Signer[]) =>
  JSON.stringify({
    keys: await Promise.all(
      signers.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid })),
    ),
  })

const issuer = 'https://proxy.example.org'
const audience = 'assay'
const folder = temporaryFolder()
let server: TestServer
let admin: TestMember
let signer: Signer

const settingsWith = (keys: string) => ({
  ASSAY_HEADER_LOGIN_JWT: 'X-Proxy-Assertion',
  ASSAY_HEADER_LOGIN_JWT_KEYS: keys,
  ASSAY_HEADER_LOGIN_JWT_ISSUER: issuer,
  ASSAY_HEADER_LOGIN_JWT_AUDIENCE: audience,
  ASSAY_HEADER_LOGIN_ROLES: '{"admins":"Administrator"}',
  ASSAY_HEADER_LOGIN_TRUST_ADDRESSES: 'true',
})

beforeAll(async () => {
  signer = await newSigner()
  const file = join(folder, 'keys.json')
  await writeFile(file, await keySet(await newSigner('RS256'), signer))
  server = await startTestServer({ withWorker: false, settings: settingsWith(file) })
  admin = await server.newAccount()
})
afterAll(async () => {
  await server.stop()
})
afterEach(() => vi.restoreAllMocks())

const sign = (claims: JWTPayload, { by = signer, algorithm = 'ES256' } = {}) =>
  new SignJWT({ iss: issuer, aud: audience, ...claims })
    .setProtectedHeader({ alg: algorithm, kid: by.kid })
    .setIssuedAt()
    .setExpirationTime(claims.exp ?? '5 minutes')
    .sign(by.privateKey)

async function start(headers: Record<string, string>, to = server) {
  const url = `${to.url}/api/v1/sso/header/start?returnTo=/projects`
  const response = await fetch(url, { headers, redirect: 'manual' })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('assay_refresh=')) ?? ''
  return { location: response.headers.get('location'), cookie: cookie.split(';', 1)[0]! }
}
const comeAs = async (claims: JWTPayload, to = server) =>
  start({ 'x-proxy-assertion': await sign(claims) }, to)
const refresh = (cookie: string, headers: Record<string, string>) =>
  fetch(`${server.url}/api/v1/credentials/refresh`, { method: 'POST', headers: { ...headers, cookie } })

async function invited() {
  const member = await server.addMember(admin, 'Viewer')
  return { member, claims: { sub: `ada-${randomUUID()}`, email: member.email } }
}
const failed = { location: '/?login=signOnFailed', cookie: '' }

describe('a login by a token of a proxy', () => {
  test('starts a session of the person whom it names, with neither list nor secret of proxies', async () => {
    const { member, claims } = await invited()
    const headers = { 'x-proxy-assertion': await sign({ ...claims, groups: ['admins'] }) }
    const { location, cookie } = await start(headers)
    expect(location).toBe('/projects')
    const { token } = (await (await refresh(cookie, headers)).json()) as { token: string }
    expect(await sessionOf(server, token).users.me()).toMatchObject({
      id: member.uuid,
      role: 'Administrator',
    })
  })

  test('ends at the refresh that has another token, or none', async () => {
    for (const other of [{ 'x-proxy-assertion': await sign({ sub: 'somebody else' }) }, {}]) {
      const { cookie } = await comeAs((await invited()).claims)
      expect((await refresh(cookie, other)).status).toBe(401)
    }
  })

  test('counts as one with a second factor if the token says so', async () => {
    const other = await signedIn(server, await server.newAccount())
    await other.api.accounts.configure({
      params: { accountUuid: other.accountUuid },
      body: { requiresMfa: true },
    })
    const claims = { sub: randomUUID(), email: other.email }
    expect(await comeAs(claims)).toMatchObject({ location: '/?login=secondFactorMissing' })
    expect(await comeAs({ ...claims, amr: ['pwd', 'otp'] })).toMatchObject({ location: '/projects' })
  })

  test('takes no address that the token calls unverified', async () => {
    const { claims } = await invited()
    expect(await comeAs({ ...claims, email_verified: false })).toMatchObject({ cookie: '' })
  })
})

describe('a token counts for nothing', () => {
  const attempts: [string, (claims: JWTPayload) => Promise<string>][] = [
    ['of another key', async (claims) => sign(claims, { by: await newSigner() })],
    [
      'of another key with the same id',
      async (claims) => sign(claims, { by: { ...(await newSigner()), kid: signer.kid } }),
    ],
    ['of another issuer', (claims) => sign({ ...claims, iss: 'https://other.example.org' })],
    ['for another audience', (claims) => sign({ ...claims, aud: 'another' })],
    ['that has ended', (claims) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })],
    ['that begins later', (claims) => sign({ ...claims, nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['without a user', ({ sub: _sub, ...claims }) => sign(claims)],
    ['with an empty user', (claims) => sign({ ...claims, sub: '' })],
    [
      'without an end',
      (claims) =>
        new SignJWT({ iss: issuer, aud: audience, ...claims })
          .setProtectedHeader({ alg: 'ES256', kid: signer.kid })
          .sign(signer.privateKey),
    ],
    [
      'without a signature',
      (claims) =>
        Promise.resolve(
          new UnsecuredJWT(claims)
            .setIssuer(issuer)
            .setAudience(audience)
            .setExpirationTime('1 minute')
            .encode(),
        ),
    ],
    [
      'signed with the public key as a password',
      async (claims) =>
        new SignJWT({ iss: issuer, aud: audience, ...claims })
          .setProtectedHeader({ alg: 'HS256', kid: signer.kid })
          .setExpirationTime('1 minute')
          .sign(Buffer.from(await keySet(signer))),
    ],
    ['that is none', () => Promise.resolve('x.y.z')],
  ]
  test.each(attempts)('%s', async (_, tokenOf) => {
    const { claims } = await invited()
    expect(await start({ 'x-proxy-assertion': await tokenOf(claims) })).toEqual(failed)
  })

  test('beside a second one, and the plain headers beside it never do', async () => {
    const { claims } = await invited()
    const token = await sign(claims)
    expect(await start({ 'x-proxy-assertion': token, x_proxy_assertion: token })).toEqual(failed)
    expect(await start({ 'remote-user': claims.sub, 'remote-email': claims.email })).toEqual(failed)
  })

  test('if the proxy is also to be listed and to know a secret, and does not', async () => {
    const secret = 'a secret between the proxy and the server'
    const other = await startTestServer({
      withWorker: false,
      beside: server,
      settings: {
        ...settingsWith(join(folder, 'keys.json')),
        ASSAY_HEADER_LOGIN_PROXIES: '127.0.0.1 ::1',
        ASSAY_HEADER_LOGIN_SECRET: secret,
      },
    })
    const { claims } = await invited()
    expect(await comeAs(claims, other)).toEqual(failed)
    const headers = { 'x-proxy-assertion': await sign(claims), 'x-assay-proxy-secret': secret }
    expect(await start(headers, other)).toMatchObject({ location: '/projects' })
    await other.stop()
  })
})

describe('keys at an address', () => {
  test('are read once, again for an unknown key, and are kept while they cannot be read', async () => {
    const second = await newSigner()
    let answer: string | null = await keySet(signer)
    let reads = 0
    const listening = createServer((_, response) => {
      reads++
      response.writeHead(answer === null ? 500 : 200).end(answer)
    }).listen(0, '127.0.0.1')
    await expect.poll(() => listening.address()).not.toBeNull()
    const { port } = listening.address() as { port: number }
    const keys = `http://127.0.0.1:${port}/certs`
    const other = await startTestServer({
      withWorker: false,
      beside: server,
      settings: { ...settingsWith(keys), ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' },
    })
    const open = await startTestServer({ withWorker: false, beside: server, settings: settingsWith(keys) })
    const { claims } = await invited()
    const comeBy = async (by: Signer, to = other) =>
      start({ 'x-proxy-assertion': await sign(claims, { by }) }, to)
    // Without TLS, anybody between could name the keys.
    expect(await comeBy(signer, open)).toEqual(failed)
    expect(reads).toBe(0)
    for (let count = 0; count < 2; count++)
      expect(await comeBy(signer)).toMatchObject({ location: '/projects' })
    answer = await keySet(second)
    // Not for each token with an unknown key.
    expect(await comeBy(second)).toEqual(failed)
    expect(reads).toBe(1)
    const now = performance.now.bind(performance)
    let laterMs = 60_000
    vi.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
    expect(await comeBy(second)).toMatchObject({ location: '/projects' })
    expect(reads).toBe(2)
    answer = null
    laterMs = 3_600_000
    expect(await comeBy(second)).toMatchObject({ location: '/projects' })
    expect(reads).toBe(3)
    await Promise.all([other.stop(), open.stop()])
    listening.close()
  })
})

test.each([
  [{ ASSAY_HEADER_LOGIN_JWT_ISSUER: '' }, /need each other/],
  [{ ASSAY_HEADER_LOGIN_JWT: 'Remote-User' }, /must differ/],
  [{ ASSAY_HEADER_LOGIN_JWT: 'X_Token' }, /name of a header/],
  [{ ASSAY_HEADER_LOGIN_JWT_KEYS: 'ftp://keys.example.org' }, /URL without user name and password/],
])('%j is refused at the start', (more, message) => {
  expect(() => readConfig({ ...settingsWith('/etc/keys.json'), ...more })).toThrow(message)
})
