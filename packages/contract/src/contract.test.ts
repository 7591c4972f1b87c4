import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { openapi } from './openapi.ts'
import { isTeamRole, parseRole, permissions, permissionsOf, roles } from './permissions.ts'

const endpoints = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${tag}.${name}`,
    endpoint,
  })),
)

describe('endpoints', () => {
  test('have unique methods and paths', () => {
    const places = endpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(new Set(places).size).toBe(places.length)
  })

  test.each(endpoints)('$id has a summary, a permission and responses', ({ endpoint }) => {
    expect(endpoint.summary).toMatch(/^\S.{5,}$/)
    expect(['public', 'member', 'session', ...permissions]).toContain(endpoint.permission)
    expect(Object.keys(endpoint.responses)).not.toEqual([])
    // Public endpoints have no account.
    if (endpoint.features) expect(endpoint.permission).not.toBe('public')
    expect(endpoint.path).toMatch(
      /^\/(?:api\/v\d\/|badge\/|stats\/|admin\/server\/|healthz$|readyz$|plans\/\{name\}-)/,
    )
  })
})

/** Permissions by role, from the specification: administrator, collaborator, viewer, and the same three for teams. */
const table = `
  tokens.read-self      + + + + + +
  tokens.create-self    + + + + + +
  tokens.edit-self      + + + + + +
  tokens.delete-self    + + + + + +
  tokens.read-any       + - - + - -
  tokens.create-any     + - - + - -
  tokens.edit-any       + - - + - -
  tokens.delete-any     + - - + - -
  projects.read         + + + + + +
  projects.edit         + + - + + -
  projects.delete       + - - + - -
  tags.read             + + + + + +
  tags.create           + - - - - -
  tags.edit             + - - - - -
  tags.delete           + - - - - -
  insights.read         + + + + + +
  teams.read            + + + + + +
  teams.create          + - - - - -
  teams.edit            + - - + - -
  teams.delete          + - - - - -
  members.read          + + + + + +
  members.create        + - - + - -
  members.edit          + - - + - -
  members.delete        + - - + - -
  policies.read         + + + + + +
  policies.create       + - - + - -
  policies.edit         + - - + - -
  policies.delete       + - - + - -
  isaac.read            + + + + + +
  isaac.edit            + - - - - -
  account.read          + + + + + +
  account.edit          + - - - - -
  account.disable       + - - - - -
  account.support       + + - - + -
  configuration.read    + - - - - -
  configuration.edit    + - - - - -
  reports.read          + + + + + +
  reports.edit          + + - + + -
  reports.delete        + - - + - -
`
const allowed = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([permission, ...marks]) => [permission!, roles.filter((_, at) => marks[at] === '+')] as const),
)

describe('roles', () => {
  test('grant the permissions in the table', () => {
    expect([...allowed.keys()].toSorted()).toEqual(permissions.toSorted())
    const given = permissions.map((permission) => [
      permission,
      roles.filter((role) => permissionsOf(role).has(permission)),
    ])
    expect(Object.fromEntries(given)).toEqual(Object.fromEntries(allowed))
  })

  test('are case-insensitive', () => {
    expect(parseRole(' team ADMINISTRATOR ')).toBe('Team administrator')
    expect(parseRole('owner')).toBeNull()
    expect(roles.filter(isTeamRole)).toHaveLength(3)
  })
})

describe('the OpenAPI document', () => {
  const document = openapi(contract, '1.2.3')
  const operations = Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

  test('is OpenAPI 3.1', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Assay', version: '1.2.3' } })
    expect(Object.keys(document).toSorted()).toEqual(['components', 'info', 'openapi', 'paths', 'webhooks'])
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('lists each endpoint once, with its permission and summary', () => {
    const listed = operations.map(({ path, method, operation }) =>
      [
        operation.operationId,
        method.toUpperCase(),
        path,
        operation['x-permission'],
        operation['x-features'],
        operation.summary,
      ].join(' '),
    )
    const described = endpoints.map(({ id, endpoint: { method, path, permission, features, summary } }) =>
      [id, method, path, permission, features, summary].join(' '),
    )
    expect(listed.toSorted()).toEqual(described.toSorted())
  })

  test.each(operations)('$method $path has its parameters, responses and security', ({ path, operation }) => {
    const { parameters, responses, security } = operation
    const inPath = parameters.filter((each) => each.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    const names = parameters.map((each) => `${each.in} ${each.name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(parameters.every((each) => typeof each.schema === 'object')).toBe(true)
    const basic = path.startsWith('/api/v1/scim/') ? [{ basic: [] }] : []
    const ways = [...basic, { bearer: [] }, { token: [] }]
    expect(security).toEqual(operation['x-permission'] === 'public' ? [] : ways)
    expect(Object.keys(responses)).toContain('default')
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(status).toMatch(/^(?:[2-5]\d\d|default)$/)
      expect(description).not.toBe('')
      expect(Object.values(content ?? {}).every(({ schema }) => typeof schema === 'object')).toBe(true)
    }
  })

  test('contains only JSON Schema keywords and resolvable references', () => {
    const text = JSON.stringify(document)
    const named = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
    expect(named.length).toBeGreaterThan(10)
    const find = (ref: string) =>
      ref
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
    expect(named.filter((ref) => !ref.startsWith('#/components/') || find(ref) === undefined)).toEqual([])
    expect(text).not.toContain('$defs')
    const types = new Set([...text.matchAll(/"type":"([^"]+)"/g)].map((match) => match[1]!))
    const known = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
    // The last two are the security schemes.
    expect([...types].filter((type) => ![...known, 'http', 'apiKey'].includes(type))).toEqual([])
  })

  test('describes the fields of forms', () => {
    const upload = operations.find(({ operation }) => operation.operationId === 'uploads.intoNew')!
    expect(upload.operation.requestBody).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: { properties: { file: { type: 'string', format: 'binary' } } },
        },
      },
    })
  })
})

interface Operation {
  operationId: string
  summary: string
  'x-permission': string
  'x-features'?: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: object
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

describe("invalid inputs are rejected with the specification's messages or our own", () => {
  const rejection = (schema: z.ZodType | undefined, input: object) =>
    schema?.safeParse(input).error?.issues.map(({ message }) => message)
  const missing = 'Some parameters necessary for the request are missing.'

  test.each([
    ['an empty login', contract.credentials.login.body, { email: '', password: '' }, [missing, missing]],
    ['a blank login', contract.credentials.login.body, { email: '  ', password: 'x' }, [missing]],
    ['a project without url', contract.projects.create.body, { url: ' ' }, ['The URL is missing']],
    ['a token without name', contract.tokens.create.body, { name: '' }, ['The name is missing']],
    [
      'an empty upload',
      contract.uploads.intoNew.body,
      { file: '', branch: '', url: '' },
      ['The file is missing', 'The branch is missing', 'The URL is missing'],
    ],
  ])('%s', (...[, schema, input, messages]) => {
    expect(rejection(schema, input)).toEqual(messages)
  })

  test("filters are trimmed and default to the specification's values", () => {
    const { query } = contract.metrics.security
    expect(query.parse({ branches: ' main, dev ', tags: 'a b', project: ' my app ' })).toMatchObject({
      branches: 'main,dev',
      tags: 'ab',
      project: 'myapp',
    })
    expect(query.parse({})).toMatchObject({ branches: '*', tags: '', cache: false })
  })

  test.each([
    { startDate: '2024-02-30' },
    { endDate: '1/2/2024' },
    { cache: 'perhaps' },
    { teamUUID: 'mine' },
    { limit: '0' },
    { limit: '501' },
    { sort: 'color' },
  ])('metrics reject %j', (input) => {
    expect(contract.metrics.security.query.safeParse(input).success).toBe(false)
  })
})
