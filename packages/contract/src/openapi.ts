import { z } from 'zod'
import { type Endpoint, type EndpointGroup, eventOf, mediaTypeOf, noContent } from './endpoint.ts'
import { ProblemBody } from './problem.ts'

type JsonSchema = Record<string, unknown>

/** Turns schemas into JSON Schema and collects those with an id as components. */
function schemaWriter() {
  const components: Record<string, unknown> = {}
  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
    Object.assign(components, $defs)
    return rest
  }
  return { components, write }
}
type Writer = ReturnType<typeof schemaWriter>

/** The contract as an OpenAPI 3.1 document; component ids become `#/components/schemas/…`. */
export function openapi(groups: Readonly<Record<string, EndpointGroup>>, version: string): JsonSchema {
  const writer = schemaWriter()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, group] of Object.entries(groups)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const item = (paths[endpoint.path] ??= {})
      item[endpoint.method.toLowerCase()] = {
        operationId: `${tag}.${name}`,
        tags: [tag],
        ...operation(endpoint, writer),
      }
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Assay', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: { schemas: writer.components, securitySchemes },
  }
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic', description: '{account uuid}:{API token}' },
  token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'token {API token}' },
}

function operation(endpoint: Endpoint, writer: Writer): JsonSchema {
  return {
    summary: endpoint.summary,
    'x-permission': endpoint.permission,
    ...(endpoint.features && { 'x-features': endpoint.features }),
    ...(endpoint.needsFreshLogin && { 'x-needs-fresh-login': true }),
    security: securityOf(endpoint),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint, writer)],
    ...(endpoint.body && {
      requestBody: { required: true, content: content(endpoint.body, writer, 'input') },
    }),
    responses: { ...responses(endpoint, writer), default: refusal(endpoint, writer) },
  }
}

const securityOf = ({ permission, acceptsBasic }: Endpoint) =>
  permission === 'public' ? [] : [...(acceptsBasic ? [{ basic: [] }] : []), { bearer: [] }, { token: [] }]

const pathParameters = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(endpoint: Endpoint, writer: Writer) {
  if (!endpoint.query) return []
  const { properties = {}, required = [] } = writer.write(endpoint.query, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const content = (schema: z.ZodType, writer: Writer, io: 'input' | 'output') => ({
  [mediaTypeOf(schema)]: { schema: writer.write(eventOf(schema) ?? schema, io) },
})

const responses = (endpoint: Endpoint, writer: Writer) =>
  Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => [
      status,
      {
        description: endpoint.summary,
        ...(schema !== noContent && { content: content(schema, writer, 'output') }),
      },
    ]),
  )

const refusal = (endpoint: Endpoint, writer: Writer) => ({
  description: 'A refusal',
  content: content(endpoint.refusal ?? ProblemBody, writer, 'output'),
})
