import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { type HostileRequest, hostileBodies, hostileHeads } from '#testing/hostile-requests.ts'
import { costOfRequest } from '#testing/request-cost.ts'
import { openSessionFor } from '#testing/sessions.ts'

let authorization: string
const server = testServer({ withWorker: false })
beforeAll(async () => {
  authorization = await openSessionFor(server, await server.newAccount())
})

const cost = async (request: HostileRequest) => {
  const { status, ms } = await costOfRequest(server.url, authorization, request)
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  return ms
}

// Quadratic growth would be 64; very short times are not compared.
describe('takes linear time:', () => {
  test.each(Object.entries(hostileBodies))('%s', async (_, make) => {
    const small = await cost(make(30_000))
    expect((await cost(make(240_000))) / Math.max(small, 5)).toBeLessThan(30)
  })

  test.each(Object.entries(hostileHeads))('%s', async (_, make) => {
    const small = await cost(make(1_800))
    expect((await cost(make(14_400))) / Math.max(small, 5)).toBeLessThan(30)
  })
})

const send = (path: string, headers: Record<string, string>, body: string) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers, body }).then(({ status }) => status)

describe('an anonymous request', () => {
  test('is rejected before its body arrives', async () => {
    const { port } = new URL(server.url)
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    // The announced body never arrives.
    socket.write(
      'POST /api/v1/teams HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n',
    )
    const [response] = await Array.fromAsync(firstChunk(socket))
    socket.destroy()
    expect(response).toMatch(/^HTTP\/1\.1 401 /)
  })

  test('has a small maximum body size', async () => {
    const json = { 'content-type': 'application/json' }
    const login = (length: number) =>
      send('/api/v1/credentials/login', json, `{"email":"a@example.org","password":"${'x'.repeat(length)}"}`)
    expect(await login(500_000)).toBe(400)
    expect(await login(600_000)).toBe(413)
  })

  test('has a small maximum number of form fields', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (count: number) =>
      send('/api/v1/sso/saml/callback', form, `SAMLResponse=x${'&a=b'.repeat(count - 1)}`)
    expect(await post(20)).toBe(404)
    expect(await post(21)).toBe(400)
  })
})

async function* firstChunk(socket: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const chunk of socket) {
    yield chunk.toString()
    return
  }
}
