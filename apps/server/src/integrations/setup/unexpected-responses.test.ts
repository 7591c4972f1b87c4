import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { enableFeatures } from '#testing/integrations.ts'
import { type ServiceResponse, startServiceServer } from '#testing/outside-server.ts'

const server = testServer({ withWorker: false, settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
const admin = forAllTests(() => server.newAccount())
beforeAll(() => enableFeatures(server, admin))

const secret = 'canary-of-unexpected-responses'
const loginPage = `<!doctype html><html><body><form action="/login">${secret}</form></body></html>`

type Responses = Record<string, ServiceResponse>

/** Responses of proxies, captive portals and other services. */
const strange: Responses = {
  'a login page': { status: 200, headers: { 'content-type': 'text/html' }, body: loginPage },
  'a redirect to a login page': { status: 302, headers: { location: 'https://login.example.org' }, body: '' },
  'half of a JSON document': { status: 200, body: '{"displayName": "bot' },
  'JSON null': { status: 200, body: 'null' },
  'a JSON list': { status: 200, body: '[]' },
  'JSON of another service': { status: 200, body: { valid: 'yes', displayName: [], login: {}, token: 1 } },
  'deep JSON': { status: 200, body: '['.repeat(100_000) },
  'bytes that are no text': { status: 200, body: '\u0000\uFFFD'.repeat(1000) },
  'no content': { status: 204, body: '' },
  'not found': { status: 404, body: loginPage },
}

const rejecting: Responses = {
  'a rejection': { status: 401, body: loginPage },
  'a rejection as JSON': {
    status: 403,
    body: { message: secret, errorMessages: [secret], errors: [secret] },
  },
}

const inTime = { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }
const failing: Responses = {
  'an endless response': { status: 200, body: `"${'x'.repeat(5 * 1024 ** 2)}"` },
  'an error of its own': { status: 500, body: loginPage },
  'an error of a proxy': { status: 502, body: loginPage },
  'too many requests, with seconds': { status: 429, headers: { 'retry-after': '3' }, body: loginPage },
  'too many requests, with a date': { status: 429, headers: inTime, body: '' },
  'too many requests, with nonsense': { status: 429, headers: { 'retry-after': 'soon' }, body: '' },
  'a lost response': { status: 200, isCut: true },
}

const settings: Record<string, (url: string) => Record<string, string>> = {
  jira: (url) => ({ url, email: 'bot@example.org', apiToken: secret, jiraProject: 'ABC' }),
  datadog: (address) => ({ address, apiKey: secret }),
  rkvst: (url) => ({ url, clientId: 'client', clientSecret: secret }),
  'repository-issues': (url) => ({ service: 'gitlab', url, token: secret }),
}

const check = async (integration: string, url: string) => {
  const response = await fetch(
    `${server.url}/api/v1/accounts/${admin.accountUuid}/integrations/${integration}/check`,
    {
      method: 'POST',
      headers: { authorization: admin.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(settings[integration]!(url)),
    },
  )
  return { status: response.status, body: (await response.json()) as { message: string } }
}

const names = { jira: 'Jira', datadog: 'Datadog', rkvst: 'DataTrails', 'repository-issues': 'GitLab' }

describe.each(Object.entries(names))('the check of %s', (integration, name) => {
  const respondWith = async (response: ServiceResponse) => {
    const service = await startServiceServer(() => response)
    onTestFinished(() => service.stop())
    const checked = await check(integration, service.url)
    expect(service.requests).toHaveLength(1)
    expect(checked.body.message).not.toContain(secret)
    return checked
  }

  test.each(Object.entries(strange))('asks for another URL after %s', async (_what, response) => {
    const message = `${name} returned an unexpected response. Check the URL`
    expect(await respondWith(response)).toMatchObject({ status: 400, body: { message } })
  })

  test.each(Object.entries(rejecting))(
    'says that the credentials are not valid after %s',
    async (_what, response) => {
      const message = 'Credentials not valid'
      expect(await respondWith(response)).toMatchObject({ status: 400, body: { message } })
    },
  )

  test.each(Object.entries(failing))('cannot tell after %s', async (_what, response) => {
    const { status, body } = await respondWith(response)
    expect(status).toBe(502)
    expect(body.message).toMatch(/^\S+ (?:is larger|answered|cannot be reached)/)
  })

  test('says what is wrong with an address', async () => {
    const service = await startServiceServer(() => ({ status: 200 }))
    onTestFinished(() => service.stop())
    for (const [url, reason] of [
      ['http://nothing.invalid', 'the name was not found'],
      [service.url.replace('http', 'https'), 'the TLS handshake failed'],
    ] as const)
      expect(await check(integration, url)).toMatchObject({
        status: 502,
        body: { message: expect.stringContaining(reason) as string },
      })
  })
})
