import { contract } from '@assay/contract/contract.ts'
import { type Endpoint, needsNavigation } from '@assay/contract/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { setPassword, testPassword } from '#testing/sessions.ts'
import { startTestServer } from '#testing/test-server.ts'

// Requests that a malicious site can make a browser send.

let cookie: string

const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const login = '/api/v1/credentials/login'
const post = (path: string, headers: Record<string, string>, body?: string) =>
  fetch(server.url + path, { method: 'POST', headers, ...(body !== undefined && { body }) })
const credentials = () => JSON.stringify({ email: member.email, password: testPassword })
const logIn = async () => {
  const response = await post(login, { 'content-type': 'application/json' }, credentials())
  return refreshOf(response)
}
const valueOf = (setCookie: string) => setCookie.split(';', 1)[0]!
const refreshOf = ({ headers }: Response) =>
  headers.getSetCookie().find((line) => line.includes('assay_refresh')) ?? ''

const server = testServer({
  withWorker: false,
  settings: { ASSAY_PUBLIC_URL: 'https://assay.example' },
})
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  await setPassword(server, member)
  cookie = valueOf(await logIn())
})

describe('the cookie', () => {
  const flags = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']
  const parts = (setCookie: string) => setCookie.split('; ')

  test('is not sent by other sites, not readable by scripts, and set by this host alone', async () => {
    const cookie = await logIn()
    expect(parts(cookie)).toEqual(expect.arrayContaining(flags))
    expect(cookie).toMatch(/^__Host-assay_refresh=/)
    expect(cookie).not.toContain('Domain')
    const renewed = await post('/api/v1/credentials/refresh', { cookie: valueOf(cookie) })
    expect(parts(refreshOf(renewed))).toEqual(expect.arrayContaining(flags))
  })

  test('is deleted at logout with the same attributes', async () => {
    const response = await post('/api/v1/credentials/logout', { cookie: valueOf(await logIn()) })
    const dropped = parts(refreshOf(response))
    expect(dropped[0]).toBe('__Host-assay_refresh=')
    expect(dropped).toEqual(expect.arrayContaining(flags))
  })

  const guarded = Object.entries(contract).flatMap(([tag, group]) =>
    Object.entries(group as Record<string, Endpoint>)
      .filter(([, { permission }]) => permission !== 'public')
      .map(([name, endpoint]) => ({ id: `${tag}.${name}`, endpoint })),
  )
  test('is not sufficient by itself: every guarded endpoint requires a login', async () => {
    const uuid = '00000000-0000-4000-8000-000000000000'
    const open: string[] = []
    for (const { id, endpoint } of guarded) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, uuid)
      const { status } = await fetch(server.url + path, { method: endpoint.method, headers: { cookie } })
      if (status !== 401) open.push(`${id}: ${status}`)
    }
    expect(guarded.length).toBeGreaterThan(50)
    expect(open).toEqual([])
  })
})

describe('another site', () => {
  test('gets no CORS headers', async () => {
    const [preflight, response, refused] = await Promise.all([
      fetch(server.url + login, {
        method: 'OPTIONS',
        headers: { ...evil, 'access-control-request-method': 'POST' },
      }),
      fetch(`${server.url}/api/v1/users/me`, { headers: { ...evil, authorization: member.authorization } }),
      post('/api/v1/credentials/refresh', evil),
    ])
    expect([preflight.ok, response.status, refused.status]).toEqual([false, 200, 403])
    for (const { headers } of [preflight, response, refused])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  // Content types that browsers send across sites without a preflight.
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot log in with a form of type %s',
    async (type) => {
      const response = await post(login, { ...evil, 'content-type': type }, credentials())
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.status).toBeLessThan(500)
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  const open = Object.values(contract).flatMap((group) =>
    Object.values<Endpoint>(group).filter(
      ({ permission, method }) => permission === 'public' && method !== 'GET',
    ),
  )
  test.each(open.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'cannot send %s, which needs no login, unless it is meant to',
    async (_, endpoint) => {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const send = async (headers: Record<string, string>) => {
        const response = await fetch(server.url + path, { method: endpoint.method, headers })
        const { errorType } = (await response.json().catch(() => ({}))) as { errorType?: string }
        return errorType === 'otherSite'
      }
      const isRejected = endpoint.acceptsOtherSites === undefined
      for (const headers of [
        evil,
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'https://assay.example:444' },
      ])
        expect([headers, await send(headers)]).toEqual([headers, isRejected])
      for (const headers of [
        {},
        { 'sec-fetch-site': 'same-origin', origin: 'https://assay.example' },
        { 'sec-fetch-site': 'none' },
        { origin: 'https://assay.example' },
        { origin: server.url },
      ])
        expect([headers, await send(headers)]).toEqual([headers, false])
    },
  )

  const navigated = Object.values(contract).flatMap((group) =>
    Object.values<Endpoint>(group).filter(needsNavigation),
  )
  test.each(navigated.map(({ path }) => [path]))(
    'cannot have GET %s, which opens a session, sent by an image, a frame or a script',
    async (path) => {
      const uuid = '00000000-0000-4000-8000-000000000000'
      const send = (destination: string) =>
        fetch(server.url + path.replaceAll(/\{\w+\}/g, uuid), {
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': destination },
          redirect: 'manual',
        })
      for (const destination of ['image', 'iframe', 'empty', 'script', 'style'])
        expect([destination, (await send(destination)).status]).toEqual([destination, 403])
      expect((await send('document')).status).not.toBe(403)
    },
  )

  test('cannot frame the page', async () => {
    const { headers } = await fetch(`${server.url}/healthz`, { headers: evil })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })
})

describe('Strict-Transport-Security', () => {
  const headerOf = async (url: string, path: string) =>
    (await fetch(url + path)).headers.get('strict-transport-security')

  test('is sent with every response if the public address uses https', async () => {
    for (const path of ['/', '/healthz', '/api/v1/users/me', '/api/v1/none'])
      expect(await headerOf(server.url, path)).toBe('max-age=31536000')
  })

  test('covers subdomains if the operator says so', async () => {
    const settings = { ASSAY_PUBLIC_URL: 'https://assay.example', ASSAY_HSTS_SUBDOMAINS: 'true' }
    const wide = await startTestServer({ withWorker: false, beside: server, settings })
    expect(await headerOf(wide.url, '/healthz')).toBe('max-age=31536000; includeSubDomains')
    await wide.stop()
  })

  test('is not sent otherwise', async () => {
    const plain = await startTestServer({ withWorker: false, beside: server })
    expect(await headerOf(plain.url, '/healthz')).toBeNull()
    await plain.stop()
  })
})
