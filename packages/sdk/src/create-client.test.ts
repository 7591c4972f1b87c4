import { endpoints, FilePart, form, mediaTypes, postedForm, text } from '@assay/contract/endpoint.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'

const things = endpoints({
  get: {
    method: 'GET',
    path: '/things/{name}',
    permission: 'member',
    summary: 'One thing',
    query: z.object({ limit: z.coerce.number().optional(), tag: z.string().optional() }),
    responses: { 200: z.object({ name: z.string() }), 404: z.unknown().transform(() => null) },
  },
  create: {
    method: 'POST',
    path: '/things',
    permission: 'member',
    summary: 'Make a thing',
    body: z.object({ name: z.string().min(1, 'The name is missing') }),
    responses: { 200: z.object({ name: z.string() }) },
  },
  upload: {
    method: 'POST',
    path: '/files',
    permission: 'member',
    summary: 'Send a file',
    body: form({ file: FilePart, note: z.string() }),
    responses: { 200: text() },
  },
  post: {
    method: 'POST',
    path: '/posted',
    permission: 'public',
    summary: 'Post a form as browsers do',
    body: z.object({ note: z.string() }).register(mediaTypes, { mediaType: postedForm }),
    responses: { 200: z.object({}) },
  },
})

let server: Server
interface Seen {
  method: string
  url: string
  authorization: string | undefined
  type: string | undefined
  body: string
}
let requests: Seen[] = []
let answer = { status: 200, type: 'application/json', body: '{"name":"x"}' }

const bodyOf = async (request: IncomingMessage) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

beforeAll(async () => {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    requests.push({
      method: request.method!,
      url: request.url!,
      authorization: request.headers.authorization,
      type: request.headers['content-type'],
      body,
    })
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  }
  server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  requests = []
  answer = { status: 200, type: 'application/json', body: '{"name":"x"}' }
})
afterAll(() => void server.close())

const address = () => ({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
const client = (authorization?: string) =>
  createClient({ things }, { ...address(), authorization: () => authorization })

describe('a call', () => {
  test('encodes the path and query and sends the authorization', async () => {
    await client('token t').things.get({ params: { name: '@a/b c' }, query: { limit: 2, tag: undefined } })
    expect(requests).toMatchObject([
      { method: 'GET', url: '/things/%40a%2Fb%20c?limit=2', authorization: 'token t' },
    ])
  })

  test('escapes all special characters of a query', async () => {
    await client().things.get({ params: { name: '../x?y#z' }, query: { tag: 'a&b=c d+e#f%/ü' } })
    const url = new URL(requests[0]!.url, 'http://localhost')
    expect(decodeURIComponent(url.pathname)).toBe('/things/../x?y#z')
    expect([...url.searchParams]).toEqual([['tag', 'a&b=c d+e#f%/ü']])
    expect(requests[0]!.authorization).toBeUndefined()
  })

  test('reads its response against the schema once', async () => {
    let reads = 0
    const name = z.string().refine(() => ++reads > 0)
    const once = { get: { ...things.get, responses: { 200: z.object({ name }) } } }
    expect(await createClient({ once }, address()).once.get({ params: { name: 'x' } })).toEqual({ name: 'x' })
    expect(reads).toBe(1)
  })

  test('sends its body as JSON', async () => {
    await client().things.create({ body: { name: 'ü' } })
    expect(requests).toMatchObject([{ method: 'POST', type: 'application/json', body: '{"name":"ü"}' }])
  })

  test('validates its input before anything is sent', async () => {
    await expect(client().things.create({ body: { name: '' } })).rejects.toMatchObject({
      status: 0,
      message: 'The name is missing',
    })
    const wrongQuery = { params: { name: 'a' }, query: { limit: 'many' } }
    await expect(client().things.get(wrongQuery)).rejects.toBeInstanceOf(ApiError)
    expect(requests).toEqual([])
  })

  test('returns a declared status', async () => {
    answer = { status: 404, type: 'application/json', body: '{"message":"none"}' }
    expect(await client().things.get({ params: { name: 'a' } })).toBeNull()
  })

  test('throws any other with its body', async () => {
    const body = { errorType: 'storageFull', message: 'No room left', more: 1 }
    answer = { status: 507, type: 'application/json', body: JSON.stringify(body) }
    await expect(client().things.create({ body: { name: 'a' } })).rejects.toMatchObject({
      status: 507,
      errorType: 'storageFull',
      message: 'No room left',
      body,
    })
  })

  test('throws on a response that is not JSON', async () => {
    answer = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }
    await expect(client().things.create({ body: { name: 'a' } })).rejects.toMatchObject({
      status: 502,
      errorType: 'unknown',
    })
  })

  test('throws on a declared status with an unexpected body', async () => {
    answer = { status: 200, type: 'application/json', body: '{"name":1}' }
    await expect(client().things.create({ body: { name: 'a' } })).rejects.toBeInstanceOf(z.ZodError)
  })

  test('can be aborted', async () => {
    const input = { params: { name: 'a' } }
    await expect(client().things.get(input, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(requests).toEqual([])
  })

  test('throws TypeError if no server responds', async () => {
    const lost = createClient({ things }, { baseUrl: 'http://127.0.0.1:1' })
    await expect(lost.things.get({ params: { name: 'a' } })).rejects.toBeInstanceOf(TypeError)
  })

  test('sends the fields of a form before its file, and reads text', async () => {
    answer = { status: 200, type: 'text/plain', body: 'done' }
    const bytes = new TextEncoder().encode('content of the file')
    expect(
      await client().things.upload({ body: { file: { filename: 'a.json', bytes }, note: 'first' } }),
    ).toBe('done')
    const { body, type } = requests[0]!
    expect(type).toMatch(/^multipart\/form-data; boundary=/)
    expect(body.indexOf('first')).toBeLessThan(body.indexOf('content of the file'))
    expect(body).toContain('filename="a.json"')
  })

  test('sends a posted form URL-encoded', async () => {
    answer = { status: 200, type: 'application/json', body: '{}' }
    await client().things.post({ body: { note: 'a & b' } })
    expect(requests[0]).toMatchObject({ type: 'application/x-www-form-urlencoded', body: 'note=a+%26+b' })
  })
})
