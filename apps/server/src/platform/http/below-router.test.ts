import Fastify from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { clientErrorHandler } from '#error-replies.ts'

const server = testServer({
  withWorker: false,
  settings: { ASSAY_PUBLIC_URL: 'https://assay.test' },
})

/** The complete response to these bytes. */
async function send(
  text: string,
  url = server.url,
): Promise<{ status: number; headers: string; body: unknown }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A server that has rejected the request closes the connection while bytes are still being sent.
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  const [headers = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(headers.split(' ')[1]), headers, body: JSON.parse(body) }
}

const host = 'Host: assay.test\r\nConnection: close'
/** Headers of every response. */
const secureHeaders = [
  'strict-transport-security: max-age=31536000\r\n',
  "content-security-policy: default-src 'self';",
  'x-content-type-options: nosniff\r\n',
  'referrer-policy: same-origin\r\n',
  'cache-control: no-store\r\n',
]
const long = 'x'.repeat(100_000)
const requests: [string, number, (path: string) => string][] = [
  ['an invalid percent-encoding', 400, (path) => `GET ${path}/%E0%A4%A HTTP/1.1\r\n${host}\r\n\r\n`],
  ['headers that are too long', 431, (path) => `GET ${path} HTTP/1.1\r\n${host}\r\nX-Long: ${long}\r\n\r\n`],
  ['a path that is too long', 431, (path) => `GET ${path}/${long} HTTP/1.1\r\n${host}\r\n\r\n`],
  ['a header without a colon', 400, (path) => `GET ${path} HTTP/1.1\r\n${host}\r\nnonsense\r\n\r\n`],
  ['an unknown version of HTTP', 400, (path) => `GET ${path} HTTP/9.9\r\n${host}\r\n\r\n`],
  ['an unknown method', 404, (path) => `PROPFIND ${path} HTTP/1.1\r\n${host}\r\n\r\n`],
  ['an unknown path', 404, (path) => `GET ${path}/nothing HTTP/1.1\r\n${host}\r\n\r\n`],
  [
    'conflicting Content-Length headers',
    400,
    (path) => `POST ${path} HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
  ],
]

describe('errors before routing have the usual format:', () => {
  test.each(requests)('%s', async (_name, status, request) => {
    const response = await send(request('/api/v1'))
    expect(response.status).toBe(status)
    expect(response.headers).toMatch(/content-type: application\/json/i)
    expect(response.body).toEqual({ errorType: expect.any(String), message: expect.any(String) })
    for (const header of secureHeaders) expect(response.headers.toLowerCase()).toContain(`\r\n${header}`)
  })

  test.each(requests)('%s, in SCIM format below /scim', async (_name, status, request) => {
    const response = await send(request('/api/v1/scim/Others'))
    expect(response.status).toBe(status)
    expect(response.headers).toMatch(/content-type: application\/scim\+json/i)
    expect(response.body).toMatchObject({ status: String(status), detail: expect.any(String) })
  })

  test('headers that do not arrive in time', async () => {
    const config = { publicUrl: 'https://assay.test' }
    const app = Fastify({
      clientErrorHandler: clientErrorHandler(config),
      http: { headersTimeout: 200, connectionsCheckingInterval: 50 },
    })
    onTestFinished(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const response = await send(`GET / HTTP/1.1\r\n${host}\r\nX-Slow: `, url)
    expect(response).toMatchObject({ status: 408, body: { errorType: 'requestTimeout' } })
    for (const header of secureHeaders) expect(response.headers.toLowerCase()).toContain(`\r\n${header}`)
  })

  test('bytes that are not HTTP', async () => {
    const response = await send('\u0016\u0003\u0001 hello\r\n\r\n')
    expect(response).toMatchObject({ status: 400, body: { errorType: 'invalidRequest' } })
  })
})
