import multipart from '@fastify/multipart'
import { endpoints, FilePart, form, text } from '@assay/contract/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { CallChanges } from './change.ts'
import type { Identity } from '#auth/callers/identity.ts'
import { replyWithProblem } from '#platform/http/reply-with-problem.ts'
import { registerRoutes } from './register-routes.ts'
import { respond } from './reply.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { secureHeaders } from '#platform/http/secure-headers.ts'

const Thing = z.object({ name: z.string() })
const things = endpoints({
  get: {
    method: 'GET',
    path: '/api/things/{thingUuid}',
    permission: 'projects.read',
    summary: 'One thing',
    query: z.object({ limit: z.coerce.number().int().max(10, 'Too many').default(3) }),
    responses: { 200: Thing.extend({ limit: z.number() }), 202: z.object({ later: z.boolean() }) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/things/{thingUuid}',
    permission: 'projects.delete',
    summary: 'Remove a thing',
    responses: { 200: z.object({}) },
  },
  forget: {
    method: 'POST',
    path: '/api/things/forgotten',
    permission: 'projects.read',
    summary: 'Change a thing without a trace',
    responses: { 200: z.object({}) },
  },
  create: {
    method: 'POST',
    path: '/api/things',
    permission: 'public',
    summary: 'Make a thing',
    body: z.object({ name: z.string().min(1, 'The name is missing'), size: z.int().optional() }),
    responses: { 200: Thing },
  },
  upload: {
    method: 'POST',
    path: '/api/files',
    permission: 'member',
    summary: 'Send a file',
    body: form({ file: FilePart, note: z.string().default('none') }),
    responses: { 200: text() },
  },
})

const uuid = '0198c9c4-0000-7000-8000-000000000000'
const other = '0198c9c4-0000-7000-8000-000000000001'
const secret = 'the password of the database'
let app: FastifyInstance

const viewer: Identity = {
  accountUuid: uuid,
  memberUuid: uuid,
  email: 'viewer@example.org',
  role: 'Viewer',
  memberships: [],
  features: [],
  token: null,
  by: { kind: 'token', uuid },
}
const claimKey = () => Promise.resolve(null)
/** Changes nothing, but counts like real changes. */
function changesOf(): CallChanges {
  const changes: CallChanges = {
    count: 0,
    async change(work) {
      const { result } = await work(undefined as never)
      changes.count++
      return result
    },
  }
  return changes
}

beforeAll(async () => {
  app = Fastify()
  await app.register(multipart, { limits: { fileSize: 100 } })
  app.setErrorHandler(replyWithProblem)
  app.setNotFoundHandler((request, reply) =>
    replyWithProblem(new Problem(404, 'notFound', 'This address does not exist'), request, reply),
  )
  secureHeaders(app, { publicUrl: undefined })
  const authenticate = (request: { headers: { authorization?: string | undefined } }) =>
    Promise.resolve(request.headers.authorization === 'token viewer' ? viewer : null)
  const stopping = new AbortController().signal
  const whilePermitted = () => stopping
  registerRoutes(
    {
      app,
      authenticate,
      changesOf,
      claimKey,
      validatesResponses: true,
      maxStallMs: 60_000,
      publicUrl: undefined,
      stopping,
      whilePermitted,
    },
    things,
    {
      async get({ params, query }) {
        if (params.thingUuid === other) throwNotFound('thing')
        if (query.limit === 2) return respond(202, { later: true })
        return { name: 'x', limit: query.limit }
      },
      remove: ({ change }) => change(async () => ({ result: {} })),
      forget: () => Promise.resolve({}),
      create: ({ body }) => {
        if (body.name === 'broken') throw new Error(secret)
        if (body.name === 'undeclared') throw new Problem(409, 'buildStarted', 'It has started')
        if (body.name === 'full') throw new Problem(507, 'storageFull', 'No room left')
        // A response the type system could not check.
        if (body.name === 'misshapen') return Promise.resolve({ name: 1 } as unknown as { name: string })
        return Promise.resolve({ name: body.name })
      },
      upload: ({ body, change }) =>
        change(async () => ({ result: `${body.note}: ${body.file.filename}, ${body.file.bytes.length}` })),
    },
  )
})
afterAll(() => app.close())

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  more: { payload?: object; authorization?: string } = {},
) =>
  app.inject({
    method,
    url,
    headers: { authorization: more.authorization ?? 'token viewer' },
    ...(more.payload && { payload: more.payload }),
  })

describe('a registered endpoint', () => {
  test('returns its body with defaults applied', async () => {
    const response = await call('GET', `/api/things/${uuid}`)
    expect([response.statusCode, response.body]).toEqual([200, '{"name":"x","limit":3}'])
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('returns another declared status', async () => {
    const response = await call('GET', `/api/things/${uuid}?limit=2`)
    expect([response.statusCode, response.json()]).toEqual([202, { later: true }])
  })

  test('requires a login', async () => {
    const response = await call('GET', `/api/things/${uuid}`, { authorization: 'token nobody' })
    expect([response.statusCode, response.json()]).toEqual([
      401,
      { errorType: 'loginRequired', message: 'Login required' },
    ])
  })

  test('rejects a role without permission before validating input', async () => {
    const response = await call('DELETE', '/api/things/nonsense')
    expect([response.statusCode, response.json()]).toEqual([
      403,
      { errorType: 'forbidden', message: "Your role does not include the permission 'projects.delete'" },
    ])
  })

  test('fails if it made a change without an event', async () => {
    expect((await call('POST', '/api/things/forgotten')).statusCode).toBe(500)
  })

  test('returns 404 for a malformed UUID like for an unknown one', async () => {
    const unknown = await call('GET', `/api/things/${other}`)
    const nonsense = await call('GET', '/api/things/nonsense')
    expect([unknown.statusCode, unknown.json()]).toEqual([
      404,
      { errorType: 'notFound', message: 'No such thing' },
    ])
    expect([nonsense.statusCode, nonsense.body]).toEqual([404, unknown.body])
  })

  test("reports invalid input with the schema's messages", async () => {
    const query = await call('GET', `/api/things/${uuid}?limit=11`)
    expect([query.statusCode, query.json().details]).toEqual([
      400,
      [{ path: 'query.limit', message: 'Too many' }],
    ])
    const body = await call('POST', '/api/things', { payload: { name: '', size: 'x' } })
    expect(body.json()).toMatchObject({
      errorType: 'invalidInput',
      message: expect.stringContaining('body.name: The name is missing') as string,
      details: [{ path: 'body.name' }, { path: 'body.size' }],
    })
  })

  test('fails for an undeclared error type if responses are validated', async () => {
    const response = await call('POST', '/api/things', { payload: { name: 'undeclared' } })
    expect([response.statusCode, response.json()]).toEqual([
      500,
      {
        errorType: 'internal',
        message: 'POST /api/things does not declare the error type buildStarted',
      },
    ])
  })

  test('returns expected errors, and hides unexpected ones', async () => {
    const full = await call('POST', '/api/things', { payload: { name: 'full' } })
    expect([full.statusCode, full.json()]).toEqual([
      507,
      { errorType: 'storageFull', message: 'No room left' },
    ])
    const broken = await call('POST', '/api/things', { payload: { name: 'broken' } })
    expect([broken.statusCode, broken.json()]).toEqual([
      500,
      { errorType: 'internal', message: 'Something went wrong' },
    ])
    expect(broken.body).not.toContain(secret)
  })

  test('rejects response bodies of another shape if responses are validated', async () => {
    expect((await call('POST', '/api/things', { payload: { name: 'misshapen' } })).statusCode).toBe(500)
  })

  test('never sends an undeclared status', async () => {
    const unchecked = Fastify()
    unchecked.setErrorHandler(replyWithProblem)
    const stopping = new AbortController().signal
    const routes = {
      app: unchecked,
      authenticate: () => Promise.resolve(null),
      changesOf,
      claimKey,
      validatesResponses: false,
      maxStallMs: 60_000,
      publicUrl: undefined,
      stopping,
      whilePermitted: () => stopping,
    }
    const undeclared = () => Promise.resolve(respond(418, {}) as unknown as { name: string })
    registerRoutes(routes, { create: things.create }, { create: undeclared })
    const response = await unchecked.inject({ method: 'POST', url: '/api/things', payload: { name: 'a' } })
    expect(response.statusCode).toBe(500)
    await unchecked.close()
  })
})

describe('a form', () => {
  const formOf = (content: string) => {
    const payload = new FormData()
    payload.set('note', 'first')
    payload.set('file', new Blob([content]), 'a.json')
    return payload
  }

  test('is parsed into one object, with a text response', async () => {
    const response = await call('POST', '/api/files', { payload: formOf('12345') })
    expect([response.statusCode, response.body]).toEqual([200, 'first: a.json, 5'])
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
  })

  test('is rejected above the size limit', async () => {
    const response = await call('POST', '/api/files', { payload: formOf('x'.repeat(101)) })
    expect([response.statusCode, response.json().errorType]).toEqual([413, 'tooLarge'])
  })

  test('is not read from another content type', async () => {
    const response = await call('POST', '/api/files', { payload: { note: 'x' } })
    expect([response.statusCode, response.json().errorType]).toEqual([415, 'unsupportedMediaType'])
  })

  test('requires its file', async () => {
    const payload = new FormData()
    payload.set('note', 'x')
    const response = await call('POST', '/api/files', { payload })
    expect([response.statusCode, response.json().details]).toEqual([
      400,
      [{ path: 'body.file', message: 'The file is missing' }],
    ])
  })
})

describe('every response', () => {
  test.each([`/api/things/${uuid}`, '/nowhere'])('of %s has the security headers', async (url) => {
    const { headers } = await call('GET', url)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("object-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-request-id']).toMatch(/\S/)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('of an unknown path is a JSON error', async () => {
    const response = await call('GET', '/nowhere')
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { errorType: 'notFound', message: 'This address does not exist' },
    ])
  })
})
