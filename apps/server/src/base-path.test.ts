import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { readConfig } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { startTestProvider, testClient } from '#testing/openid-provider.ts'
import { TestBrowser } from '#testing/test-browser.ts'
import { testPassword } from '#testing/sessions.ts'

const basePath = '/tools/assay'
const publicUrl = 'http://assay.test'

const provider = forAllTests(() => startTestProvider(`${publicUrl}${basePath}/api/v1/sso/oidc/callback`))
const server = testServer(() => ({
  settings: {
    ASSAY_BASE_PATH: `${basePath}/`,
    ASSAY_PUBLIC_URL: publicUrl,
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_OIDC_ISSUER: provider.issuer,
    ASSAY_OIDC_CLIENT_ID: testClient.id,
    ASSAY_OIDC_CLIENT_SECRET: testClient.secret,
  },
}))

const get = (path: string, headers: HeadersInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', headers })

test.each(['/healthz', '/readyz', '/api/v1/site', '/api/v1/openapi.json', '/api/reference'])(
  'a proxy may remove the path or not: %s',
  async (path) => {
    const [kept, removed] = [await get(basePath + path), await get(path)]
    expect([kept.status, removed.status]).toEqual([200, 200])
    expect(await kept.text()).toBe(await removed.text())
  },
)

test('the page names the path, its script is below it, and an unchanged page is not sent again', async () => {
  const ask = (more = {}) => get(`${basePath}/projects`, { accept: 'text/html', ...more })
  const response = await ask()
  const page = await response.text()
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(page)!
  expect([page.includes(`data-base="${basePath}"`), script!.startsWith(`${basePath}/assets/`)]).toEqual([
    true,
    true,
  ])
  expect((await get(script!)).status).toBe(200)
  expect((await ask({ 'if-none-match': response.headers.get('etag')! })).status).toBe(304)
  expect((await get(`${basePath}/index.html`, { accept: 'text/html' })).status).toBe(404)
})

test('the OpenAPI document names the path as its server', async () => {
  expect(await (await get('/api/v1/openapi.json')).json()).toMatchObject({ servers: [{ url: basePath }] })
})

test('cookies are only sent below the path, and links lead there', async () => {
  const admin = await server.newAccount()
  const email = `${randomUUID()}@example.org`
  await admin.api.members.add({ params: { accountUuid: admin.accountUuid }, body: { email } })
  const text = (await server.mailed()).find(({ to }) => to === email)!.text
  const [, path, token = ''] = /http:\/\/assay\.test(\S*)#(\S+)/.exec(text)!
  expect(path).toBe(`${basePath}/password`)
  await server.anonymous.credentials.reset({ body: { token, password: testPassword } })
  const response = await fetch(`${server.url}${basePath}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: testPassword }),
  })
  const paths = response.headers.getSetCookie().map((line) => /Path=([^;]+)/.exec(line)?.[1])
  expect(new Set(paths)).toEqual(new Set([`${basePath}/api/v1`, `${basePath}/api/v1/credentials`]))
})

test('single sign-on returns to the page below the path, and its errors do', async () => {
  const start = `${publicUrl}${basePath}/api/v1/sso/oidc/start`
  provider.person = { sub: 'nobody', email: 'nobody@example.org', email_verified: true }
  const browser = new TestBrowser(server, publicUrl)
  const back = await browser.leave(`${start}?returnTo=/projects`)
  expect(back).toMatch(`${publicUrl}${basePath}/api/v1/sso/oidc/callback?`)
  expect((await browser.get(back)).location).toBe(`${publicUrl}${basePath}/?login=notInvited`)
  const admin = await server.newAccount()
  provider.person = { ...provider.person, sub: 'admin', email: admin.email }
  const returned = await browser.get(await browser.leave(`${start}?returnTo=/projects?a=1`))
  expect(returned.location).toBe(`${publicUrl}${basePath}/projects?a=1`)
})

test.each([
  ['https://h.example', '/assay', 'https://h.example/assay'],
  ['https://h.example/assay/', '/assay/', 'https://h.example/assay'],
  ['https://h.example/', '/', 'https://h.example'],
  ['https://h.example/other', '', 'https://h.example/other'],
  ['', '/assay', 'http://localhost:8800/assay'],
])('the public address of %s with the path "%s" is %s', (url, path, expected) => {
  const config = readConfig({ ASSAY_PUBLIC_URL: url, ASSAY_BASE_PATH: path })
  expect(publicAddress(config)).toBe(expected)
})

test.each(['assay', '//host', '/a b', '/assay/..', '/a?b', '/assay//x'])('%j is no path', (path) => {
  expect(() => readConfig({ ASSAY_BASE_PATH: path })).toThrow('must be a path, such as /assay')
})

test('a public address on another path is refused', () => {
  const settings = { ASSAY_PUBLIC_URL: 'https://h.example/x', ASSAY_BASE_PATH: '/assay' }
  expect(() => readConfig(settings)).toThrow('ASSAY_PUBLIC_URL must have no path')
})
