import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestBrowser } from '#testing/test-browser.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

// A provider that sends a byte now and then is never idle and never finished.

const publicUrl = 'http://assay.test'
let server: TestServer
let provider: Server
let issuer: string
/** The path whose response never ends. */
let dripping: string | null = null
let finished = 0

beforeAll(async () => {
  provider = createServer((request, response) => {
    if (request.url === dripping) return drip(response)
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(metadata()))
  })
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
      ASSAY_SIGN_ON_TIMEOUT_SECONDS: '1',
    },
  })
})
afterAll(async () => {
  await server.stop()
  provider.closeAllConnections()
  provider.close()
})

const metadata = () => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => {
    clearInterval(timer)
    finished++
  })
}

test('a dripping discovery document fails the login, and the connection is closed', async () => {
  dripping = '/.well-known/openid-configuration'
  const ended = finished
  const browser = new TestBrowser(server, publicUrl)
  expect((await browser.get('/api/v1/sso/oidc/start')).location).toBe(
    `${publicUrl}/?login=providerUnreachable`,
  )
  await expect.poll(() => finished).toBe(ended + 1)
})

test('a dripping token response fails the login, and the connection is closed', async () => {
  dripping = '/token'
  const ended = finished
  const browser = new TestBrowser(server, publicUrl)
  const { location } = await browser.get('/api/v1/sso/oidc/start')
  const state = new URL(location).searchParams.get('state')!
  const back = `/api/v1/sso/oidc/callback?code=any&state=${encodeURIComponent(state)}`
  expect((await browser.get(back)).location).toBe(`${publicUrl}/?login=signOnFailed`)
  await expect.poll(() => finished).toBe(ended + 1)
})
