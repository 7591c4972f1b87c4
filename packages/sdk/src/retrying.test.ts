import { endpoints } from '@assay/contract/endpoint.ts'
import type { ErrorType } from '@assay/contract/error-types.ts'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from './create-client.ts'

const things = endpoints({
  get: {
    method: 'GET',
    path: '/things',
    permission: 'projects.read',
    summary: 'Things',
    responses: { 200: z.object({}) },
  },
  create: {
    method: 'POST',
    path: '/things',
    permission: 'projects.edit',
    summary: 'Make a thing',
    body: z.object({ name: z.string() }),
    responses: { 200: z.object({}) },
  },
  replace: {
    method: 'PUT',
    path: '/things',
    permission: 'projects.edit',
    summary: 'Replace a thing',
    body: z.object({ name: z.string() }),
    responses: { 200: z.object({}) },
  },
})

type FakeResponse = 'cut' | 'cut in the body' | { status: number; errorType?: ErrorType; retryAfter?: string }
const ok: FakeResponse = { status: 200 }

let server: Server
let answers: FakeResponse[]
let keys: (string | undefined)[]

const bodyOf = async (request: IncomingMessage) => {
  for await (const _ of request) continue
}

beforeEach(async () => {
  keys = []
  server = createServer((request, response) => {
    const answer = async () => {
      await bodyOf(request)
      keys.push(request.headers['idempotency-key']?.toString())
      const next = answers.shift() ?? ok
      if (next === 'cut') return request.socket.destroy()
      if (next === 'cut in the body') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        return response.write('{"a":', () => request.socket.destroy())
      }
      const { status, errorType, retryAfter } = next
      const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) }
      return response
        .writeHead(status, headers)
        .end(JSON.stringify(errorType ? { errorType, message: 'x' } : {}))
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const client = () =>
  createClient(
    { things },
    { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, retryPauseMs: 1 },
  ).things

const create = (options?: object) => client().create({ body: { name: 'a' } }, options)

describe('a call that creates something', () => {
  test('has its own key, or the one given by the caller', async () => {
    answers = []
    await create()
    await create()
    await create({ idempotencyKey: 'mine' })
    expect(keys.map((key) => /^[\da-f]{32}$/.test(key ?? ''))).toEqual([true, true, false])
    expect(keys[2]).toBe('mine')
    expect(new Set(keys).size).toBe(3)
  })

  test.each<[string, FakeResponse]>([
    ['a cut connection', 'cut'],
    ['a truncated response', 'cut in the body'],
    ['a starting server', { status: 503, errorType: 'databaseUnavailable', retryAfter: '0' }],
    ['a first request in progress', { status: 409, errorType: 'idempotencyKeyInUse', retryAfter: '0' }],
  ])('is retried with the same key after %s', async (_what, answer) => {
    answers = [answer, answer, ok]
    expect(await create({ retries: 2 })).toEqual({})
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  })

  test('is retried as often as requested, by default once', async () => {
    answers = ['cut', 'cut', 'cut']
    await expect(create({ retries: 1 })).rejects.toThrow()
    expect(keys).toHaveLength(2)
    await expect(create()).rejects.toThrow()
    expect(keys).toHaveLength(3)
  })

  test.each([400, 409, 422, 500])('is not retried after status %d', async (status) => {
    answers = [{ status, errorType: 'conflict' }]
    await expect(create({ retries: 3 })).rejects.toMatchObject({ status })
    expect(keys).toHaveLength(1)
  })

  test('is not retried after it was aborted', async () => {
    const stop = new AbortController()
    answers = [{ status: 503, retryAfter: '20' }]
    const call = create({ retries: 3, signal: stop.signal })
    await expect.poll(() => keys).toHaveLength(1)
    stop.abort(new Error('left'))
    await expect(call).rejects.toThrow('left')
    expect(keys).toHaveLength(1)
  })
})

test('calls without a key are only retried if they change nothing', async () => {
  answers = ['cut', ok, 'cut']
  await client().get({}, { retries: 1 })
  await expect(client().replace({ body: { name: 'a' } }, { retries: 1 })).rejects.toThrow()
  expect(keys).toEqual([undefined, undefined, undefined])
})
