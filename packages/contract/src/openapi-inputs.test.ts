import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { acceptsInput, type JsonSchema, valuesOf } from './testing/values-of-schema.ts'
import { openapi } from './openapi.ts'

// What the document calls valid, the server accepts: values drawn from the document pass the schemas.

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
}

const document = openapi(contract, '1.0.0') as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}
const operations = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((each) => [each.operationId, each] as const),
  ),
)
const endpoints = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${tag}.${name}`,
    endpoint,
    operation: operations.get(`${tag}.${name}`)!,
  })),
)

const inQuery = ({ parameters }: Operation): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]),
  ),
  required: parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name),
})

const drawn = { numRuns: 40, seed: 1 }
const refs = document.components.schemas

describe('values that the document allows are accepted', () => {
  test('in queries', () => {
    const refused = endpoints.flatMap(({ id, endpoint: { query }, operation }) => {
      if (!query) return []
      const values = fc.sample(valuesOf(inQuery(operation), { refs, isText: true }), drawn)
      return acceptsInput(query, values).map((why) => `${id}: ${why}`)
    })
    expect(refused).toEqual([])
  })

  test('in bodies', () => {
    const refused = endpoints.flatMap(({ id, endpoint: { body }, operation: { requestBody } }) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      if (!body || !content || !type?.endsWith('json')) return []
      const values = fc.sample(valuesOf(content.schema, { refs, isText: false }), drawn)
      const missing = requestBody!.required ? [] : [undefined]
      return acceptsInput(body, [...values, ...missing]).map((why) => `${id}: ${why}`)
    })
    expect(refused).toEqual([])
  })
})
