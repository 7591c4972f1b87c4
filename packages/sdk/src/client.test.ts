import { endpoints, FilePart, form, text } from '@assay/contract/endpoint.ts'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from './client.ts'

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
})

let server: Server
let seen: { method: string; url: string; authorization: string | undefined; body: string }[] = []
let answer = { status: 200, type: 'application/json', body: '{"name":"x"}' }

const bodyOf = async (request: IncomingMessage) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

beforeAll(async () => {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    seen.push({
      method: request.method!,
      url: request.url!,
      authorization: request.headers.authorization,
      body,
    })
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
  }
  server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  seen = []
  answer = { status: 200, type: 'application/json', body: '{"name":"x"}' }
})
afterAll(() => void server.close())

const client = (authorization?: string) =>
  createClient(
    { things },
    {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      authorization: () => authorization,
    },
  )

describe('a call', () => {
  test('encodes the path, writes the query and carries the authorization', async () => {
    await client('token t').things.get({ params: { name: '@a/b c' }, query: { limit: 2, tag: undefined } })
    expect(seen).toMatchObject([
      { method: 'GET', url: '/things/%40a%2Fb%20c?limit=2', authorization: 'token t' },
    ])
  })

  test('checks its input before anything is sent', async () => {
    await expect(client().things.create({ body: { name: '' } })).rejects.toMatchObject({
      status: 0,
      message: 'The name is missing',
    })
    expect(seen).toEqual([])
  })

  test('returns a declared status as an answer', async () => {
    answer = { status: 404, type: 'application/json', body: '{"message":"none"}' }
    expect(await client().things.get({ params: { name: 'a' } })).toBeNull()
  })

  test('throws any other with the body as it came', async () => {
    const body = { errorType: 'full', message: 'No room left', more: 1 }
    answer = { status: 507, type: 'application/json', body: JSON.stringify(body) }
    await expect(client().things.create({ body: { name: 'a' } })).rejects.toMatchObject({
      status: 507,
      errorType: 'full',
      message: 'No room left',
      body,
    })
  })

  test('throws on an answer that is no JSON, too', async () => {
    answer = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }
    await expect(client().things.create({ body: { name: 'a' } })).rejects.toMatchObject({
      status: 502,
      errorType: 'unknown',
    })
  })

  test('sends a form with its fields before its file, and reads text', async () => {
    answer = { status: 200, type: 'text/plain', body: 'done' }
    const bytes = new TextEncoder().encode('content of the file')
    expect(
      await client().things.upload({ body: { file: { filename: 'a.json', bytes }, note: 'first' } }),
    ).toBe('done')
    const { body } = seen[0]!
    expect(body.indexOf('first')).toBeLessThan(body.indexOf('content of the file'))
    expect(body).toContain('filename="a.json"')
  })
})
