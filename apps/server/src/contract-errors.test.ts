import { newOperator } from '#testing/upload-advisories.ts'
import { acceptedMediaTypes } from '@assay/contract/endpoint.ts'
import { errorsOf } from '@assay/contract/errors-of.ts'
import { type ErrorType, statusesOf } from '@assay/contract/error-types.ts'
import { permissionsOf, roles, tokenAccesses } from '@assay/contract/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { z } from 'zod'
import { enableFeatures } from '#testing/integrations.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'
import { call, endpoints, guarded, type NamedEndpoint, sendAll } from '#testing/contract-calls.ts'
import { nothing } from '#testing/contract-ids.ts'

// Declared errors of each endpoint, and their messages.

let session: string
const server = testServer({ withWorker: false })
const own = forAllTests(() => server.newAccount())
beforeAll(async () => {
  session = await openSessionFor(server, own)
})

interface ErrorBody {
  errorType: ErrorType
  message: string
}

/** SCIM has no errorType, and event streams do not end. */
const isPlain = ({ endpoint }: NamedEndpoint) => endpoint.errorSchema === undefined
const withBody = endpoints.filter(({ endpoint }) => endpoint.body)

const bodies: Record<string, string> = {
  'text/plain': 'x',
  'text/xml': '<x/>',
  'application/json': '{}',
  'application/x-www-form-urlencoded': 'x=1',
  'application/octet-stream': 'x',
  'multipart/form-data; boundary=x': '--x--\r\n',
  'APPLICATION/JSONP; charset=utf-8': '{}',
  '': 'x',
}

describe('a body of another content type is rejected with 415', () => {
  test.each(withBody)('$id', async ({ endpoint }) => {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => nothing[name]!)
    const accepted = acceptedMediaTypes(endpoint.body!)
    const isJson = accepted[0]!.endsWith('json')
    const others = Object.entries(bodies).filter(
      ([type]) => !accepted.includes(type.split(';')[0]!) && !(isJson && type === 'application/json'),
    )
    await sendAll(others, async ([type, body]) => {
      const response = await fetch(server.url + path, {
        method: endpoint.method,
        // Binary bodies have no fixed content type.
        body: Buffer.from(body),
        headers: { authorization: session, ...(type !== '' && { 'content-type': type }) },
      })
      const told: unknown = await response.json()
      const message = expect.stringContaining(`The content type of the body must be ${accepted.join(' or ')}`)
      expect([type, response.status, told]).toEqual([
        type,
        415,
        endpoint.errorSchema
          ? { schemas: expect.any(Array), status: '415', detail: message }
          : { errorType: 'unsupportedMediaType', message },
      ])
    })
  })

  test('and its own is accepted with any case and parameters', async () => {
    const response = await fetch(`${server.url}/api/v1/credentials/login`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'Application/JSON; Charset=utf-8' },
    })
    expect(response.status).toBe(400)
  })
})

describe('the contract declares', () => {
  const callers: [string, () => Promise<string | undefined>][] = [
    ['nobody', async () => undefined],
    // Includes logging out.
    ['an administrator', () => openSessionFor(server, own)],
    ['a viewer', async () => (await server.addMember(own, 'Viewer')).authorization],
    ['a token that may only read', () => server.addToken(own, { access: 'read' })],
    ['an unknown scheme', async () => 'Digest x'],
  ]
  test.each(callers)('the response to %s', async (_, login) => {
    const authorization = await login()
    const wrong: string[] = []
    for (const listed of endpoints.filter(isPlain)) {
      const response = await call(server, listed, {
        ids: nothing,
        ...(authorization !== undefined && { authorization }),
        headers: { 'idempotency-key': 'not a key' },
      })
      if (
        response.ok ||
        response.redirected ||
        response.headers.get('content-type')?.includes('json') !== true
      )
        continue
      const body = (await response.json()) as Partial<ErrorBody> | null
      const isDeclared = response.status in listed.endpoint.responses
      const { errorType } = body ?? {}
      const isListed =
        errorType !== undefined &&
        errorsOf(listed.endpoint).includes(errorType) &&
        statusesOf(errorType).includes(response.status)
      if (!isDeclared && !isListed) wrong.push(`${listed.id}: ${response.status} ${JSON.stringify(body)}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('403 names what is missing', () => {
  const messagesOf = async (authorization: string) => {
    const messages = new Map<string, string>()
    await sendAll(guarded.filter(isPlain), async (listed) => {
      const response = await call(server, listed, { authorization, ids: nothing })
      const isRejected = response.status === 403
      const { errorType, message } = (isRejected ? await response.json() : {}) as Partial<ErrorBody>
      if (!isRejected) await response.body?.cancel()
      if (errorType === 'forbidden') messages.set(listed.id, message!)
    })
    return messages
  }
  const permissionOf = (id: string) => guarded.find((each) => each.id === id)!.endpoint.permission

  test.each(roles.filter((role) => role !== 'Administrator'))('to a %s', async (role) => {
    const team = await server.addTeam(own, role)
    const member = await server.addMember(own, role, team)
    const messages = await messagesOf(await openSessionFor(server, member))
    expect(messages.get('accounts.configure')).toBe(
      "Your role does not include the permission 'configuration.edit'",
    )
    // The specification's sentence.
    expect(messages.get('accounts.makeSupportToken')).toBe('Unauthorized')
    const canSee = permissionsOf(role).has('account.support')
    expect(messages.get('accounts.supportToken')).toBe(canSee ? undefined : 'Unauthorized')
    const unnamed = [...messages].filter(
      ([id, message]) => message !== 'Unauthorized' && !message.includes(`'${permissionOf(id)}'`),
    )
    expect(unnamed).toEqual([])
  })

  test.each(tokenAccesses)('to a token for %s', async (access) => {
    const messages = await messagesOf(await server.addToken(own, { access }))
    expect(messages.size).toBeGreaterThan(0)
    expect([...new Set(messages.values())].filter((message) => !/token/.test(message))).toEqual([])
  })

  test('to a token that may only read', async () => {
    const messages = await messagesOf(await server.addToken(own, { access: 'read' }))
    expect(messages.get('uploads.intoNew')).toBe('This token can only read. Create one with write access')
    expect(messages.get('members.add')).toBe('This token can only read. Create one with admin access')
    expect(messages.get('sessions.list')).toBe('API tokens cannot do this: log in instead')
  })

  test('to a token of a viewer, where a wider token would not help', async () => {
    const viewer = await server.addMember(own, 'Viewer')
    const messages = await messagesOf(await server.addToken(viewer, { access: 'read' }))
    expect(messages.get('uploads.intoNew')).toBe("Your role does not include the permission 'reports.edit'")
  })

  test('to a token of one project', async () => {
    const { uuid } = await own.api.projects.create({ body: { url: 'https://example.org/one' } })
    const messages = await messagesOf(await server.addToken(own, { access: 'admin', projectUuid: uuid }))
    expect(messages.get('members.list')).toBe(
      "This token is limited to one project, which excludes the permission 'members.read'",
    )
  })
})

test('empty collections of existing resources return []', async () => {
  // Some lists are limited to the operator.
  const alone = await newOperator(server)
  const { accountUuid, uuid: memberUuid } = alone
  const { uuid: projectUuid } = await alone.api.projects.create({
    body: { url: 'https://example.org/empty' },
  })
  await enableFeatures(server, alone)
  const teamUuid = await server.addTeam(alone, 'Empty')
  const { uuid: vexUuid } = await alone.api.vex.add({
    params: { accountUuid },
    body: { file: vexPart(openvex()) },
  })
  const { uuid: groupUuid } = await alone.api.groups.create({ body: { name: 'Empty' } })
  const component = { language: 'nodejs', name: 'never-heard-of', version: '1.0.0' }
  const ids = {
    groupUuid,
    branch: 'main',
    accountUuid,
    memberUuid,
    projectUuid,
    teamUuid,
    vexUuid,
    database: 'all',
    ...component,
  }
  const authorization = await openSessionFor(server, alone)
  // The project was never scanned, so it has no branch with a history, and nothing lists the component. An advisory
  // has a version from the start.
  const hasNothing = new Set(['rkvst.history', 'components.licenses', 'ownAdvisories.versions'])
  const isList = ({ id, endpoint }: NamedEndpoint) =>
    !hasNothing.has(id) && endpoint.method === 'GET' && endpoint.responses[200] instanceof z.ZodArray
  const lists = endpoints.filter(isList)
  const wrong: string[] = []
  for (const listed of lists) {
    const response = await call(server, listed, { authorization, ids })
    const body: unknown = await response.json()
    if (response.status !== 200 || !Array.isArray(body))
      wrong.push(`${listed.id}: ${response.status} ${JSON.stringify(body)}`)
  }
  expect(lists.length).toBeGreaterThan(15)
  expect(wrong).toEqual([])
})

test("validation errors name the field, without the validator's wording", async () => {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: session, 'content-type': 'application/json' },
    })
    return { status: response.status, ...((await response.json()) as ErrorBody) }
  }
  const missing = 'Some parameters necessary for the request are missing.'
  expect(await post('/api/v1/credentials/login', { email: 'a@example.org' })).toMatchObject({
    status: 400,
    message: `The body is invalid: body.password: ${missing}`,
    details: [{ path: 'body.password', message: missing }],
  })
  expect(await post('/api/v1/teams', { name: 'x', active: 'yes' })).toMatchObject({
    status: 400,
    message: 'The body is invalid: active must be true or false',
    details: [{ path: 'body.active', message: 'active must be true or false' }],
  })
})
