import { describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import { type Endpoint, mediaTypeOf, noContent } from './endpoint.ts'
import { type ErrorType, errorTypeNames, errorTypes, statusesOf } from './error-types.ts'
import { errorsOf } from './errors-of.ts'
import { openapi } from './openapi.ts'

// The errors in the OpenAPI document.

interface Response {
  description: string
  'x-error-types'?: ErrorType[]
  content?: Record<string, { schema: { anyOf?: object[] } }>
}
interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>
  components: { schemas: Record<string, object> }
}

const document = openapi(contract, '1.2.3') as unknown as Document
const responsesOf = new Map(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses }) => [operationId, responses]),
)
const endpoints = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries<Endpoint>(group).map(([name, endpoint]) => ({
    id: `${tag}.${name}`,
    endpoint,
    responses: responsesOf.get(`${tag}.${name}`)!,
  })),
)

/** Other statuses of malformed requests come from static files and from HTTP itself. */
const documentedStatuses = (name: ErrorType) => (name === 'invalidRequest' ? [400] : statusesOf(name))

const describeType = (name: ErrorType) => `- \`${name}\`: ${errorTypes[name].meaning}`

const alternatives = ({ content = {} }: Response) =>
  Object.values(content).flatMap(({ schema }) => schema.anyOf ?? [schema])

test('all error types are listed with their statuses and meanings', () => {
  const { schemas } = document.components
  const description = errorTypeNames.map(describeType).join('\n')
  expect(schemas['ErrorType']).toMatchObject({
    enum: errorTypeNames,
    'x-error-types': errorTypes,
    description,
  })
  const errorType = { $ref: '#/components/schemas/ErrorType' }
  expect(schemas['Problem']).toMatchObject({ properties: { errorType } })
})

test.each(endpoints)('$id lists every error with its status, meaning and body', ({ endpoint, responses }) => {
  const pairs = errorsOf(endpoint).flatMap((name) =>
    documentedStatuses(name).map((status) => ({ status, name })),
  )
  const possible = Object.groupBy(pairs, ({ status }) => status)
  const listed = Object.entries(responses).map(([status, each]) => [status, each['x-error-types']])
  expect(Object.fromEntries(listed.filter(([, names]) => names))).toEqual(
    Object.fromEntries(Object.entries(possible).map(([status, of]) => [status, of!.map(({ name }) => name)])),
  )
  for (const { status, name } of pairs) {
    expect(responses[status]!.description).toContain(describeType(name))
    expect(alternatives(responses[status]!)).toContainEqual(alternatives(responses['default']!)[0])
  }
})

test.each(endpoints)('$id lists the body it declares for a status', ({ endpoint, responses }) => {
  for (const [status, schema] of Object.entries(endpoint.responses)) {
    expect(responses[status]!.description).toContain(endpoint.summary)
    if (schema !== noContent) expect(responses[status]!.content).toHaveProperty([mediaTypeOf(schema)])
  }
})

describe('a status that is both a result and an error has the bodies of both', () => {
  const problem = { $ref: '#/components/schemas/Problem' }

  test('as alternatives', () => {
    const content = { 'application/json': { schema: { anyOf: [{ default: null, type: 'null' }, problem] } } }
    expect(responsesOf.get('properties.ofAccount')![404]).toMatchObject({ content })
  })

  test('by media type', () => {
    const content = { 'text/plain': { schema: { type: 'string' } }, 'application/json': { schema: problem } }
    expect(responsesOf.get('eras.progress')![404]).toMatchObject({ content })
  })

  test('once if they are the same', () => {
    const content = { 'application/json': { schema: problem } }
    expect(responsesOf.get('integrations.check')![400]!.content).toEqual(content)
  })
})

test('every error type is possible at an endpoint, unless it is named here', () => {
  const possible = new Set(endpoints.flatMap(({ endpoint }) => errorsOf(endpoint)))
  expect(errorTypeNames.filter((name) => !possible.has(name))).toEqual([
    // Before the endpoint is known.
    'methodNotAllowed',
    'headersTooLarge',
    'requestTimeout',
    // In the address to which a login at an identity provider redirects.
    'sessionEnded',
    'signOnFailed',
    'secondFactorMissing',
    'notAskedAgain',
    'otherPerson',
  ])
})
