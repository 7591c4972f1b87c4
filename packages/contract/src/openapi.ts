import { z } from 'zod'
import {
  acceptedMediaTypes,
  type Endpoint,
  type EndpointGroup,
  eventOf,
  isBinary,
  mediaTypeOf,
  noContent,
} from './endpoint.ts'
import { idempotencyKeyHours, idempotencyKeyPattern, acceptsIdempotencyKey } from './idempotency.ts'
import { errorsOf } from './errors-of.ts'
import { type ErrorType, errorTypeNames, errorTypes, statusesOf } from './error-types.ts'
import { ProblemBody } from './problem.ts'
import { webhookEvents } from './webhook-events.ts'

type JsonSchema = Record<string, unknown>

type Io = 'input' | 'output'

const convert = (schema: z.ZodType, io: Io): JsonSchema =>
  isBinary(schema)
    ? { type: 'string', format: 'binary' }
    : z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutObjects })

/** Generators do not know defaults that are objects. */
function withoutObjects({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  const value = jsonSchema['default']
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) delete jsonSchema['default']
}

/** Turns schemas into JSON Schema, each once, and collects those with an id as components. */
function schemaWriter() {
  const components = new Map<string, unknown>()
  const converted = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }
  const write = (schema: z.ZodType, io: Io): JsonSchema => {
    const json = converted[io].get(schema) ?? convert(schema, io)
    converted[io].set(schema, json)
    const { $schema: _, $defs, ...rest } = json
    for (const [name, each] of Object.entries($defs ?? {})) components.set(name, each)
    return rest
  }
  return { components, write }
}
type Writer = ReturnType<typeof schemaWriter>

/** The contract as an OpenAPI 3.1 document. Component ids become `#/components/schemas/…`. */
export function openapi(groups: Readonly<Record<string, EndpointGroup>>, version: string): JsonSchema {
  const writer = schemaWriter()
  const paths = new Map<string, [string, unknown][]>()
  for (const [tag, group] of Object.entries(groups)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const described = { operationId: `${tag}.${name}`, tags: [tag], ...operation(endpoint, writer) }
      const methods = paths.get(endpoint.path) ?? []
      paths.set(endpoint.path, [...methods, [endpoint.method.toLowerCase(), described]])
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Assay', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths: Object.fromEntries(paths.entries().map(([path, methods]) => [path, Object.fromEntries(methods)])),
    webhooks: webhooks(writer),
    components: { schemas: Object.fromEntries(writer.components), securitySchemes },
  }
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
}

/** What channels of the kind webhook get, by type. */
const webhooks = (writer: Writer) =>
  Object.fromEntries(
    webhookEvents.map(([type, schema]) => [
      type,
      {
        post: {
          summary: `The event ${type}`,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: writer.write(schema, 'output') } },
          },
          responses: { '2XX': { description: 'Any such status confirms it; others are retried.' } },
        },
      },
    ]),
  )

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
    ...(endpoint.requiresRecentLogin && { 'x-requires-recent-login': true }),
    security: securityOf(endpoint),
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(endpoint, writer),
      ...(acceptsIdempotencyKey(endpoint) ? [idempotencyKey] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.body.safeParse(undefined).success,
        content: content([endpoint.body], writer, 'input'),
      },
    }),
    responses: {
      ...responses(endpoint, writer),
      default: { description: 'Any other error', content: content([errorBody(endpoint)], writer, 'output') },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    `Chosen by the client for one operation and its retries: within ${idempotencyKeyHours} hours the operation is executed once, and ` +
    'every request with the key gets the first response. 409 idempotencyKeyInUse with Retry-After while the first ' +
    'is being processed, 422 idempotencyKeyReused for a different request with the key.',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
}

const securityOf = ({ permission, acceptsBasic }: Endpoint) =>
  permission === 'public' ? [] : [...(acceptsBasic ? [{ basic: [] }] : []), { bearer: [] }, { token: [] }]

const pathParameters = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name!.endsWith('Uuid') && { format: 'uuid' }) },
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

/** By media type; different bodies of the same type are alternatives. */
function content(bodies: readonly z.ZodType[], writer: Writer, io: Io) {
  const typesOf = (body: z.ZodType) => (io === 'output' ? acceptedMediaTypes(body) : [mediaTypeOf(body)])
  const typed = bodies.flatMap((body) => typesOf(body).map((type) => ({ type, body })))
  const written = Map.groupBy(typed, ({ type }) => type)
    .entries()
    .map(([type, alternatives]) => {
      const schemas = alternatives.map(({ body }) => writer.write(eventOf(body) ?? body, io))
      return [type, { schema: schemas.length > 1 ? { anyOf: schemas } : schemas[0]! }] as const
    })
  return Object.fromEntries(written)
}

const describe = (name: ErrorType) => `- \`${name}\`: ${errorTypes[name].meaning}`

const ErrorTypeName = z.enum(errorTypeNames).meta({
  id: 'ErrorType',
  description: errorTypeNames.map(describe).join('\n'),
  'x-error-types': errorTypes,
})

const Problem = ProblemBody.extend({ errorType: ErrorTypeName }).meta({
  id: 'Problem',
  description: 'An error: errorType for programs, message for people, details for each field.',
})

const errorBody = (endpoint: Endpoint): z.ZodType => endpoint.errorSchema ?? Problem

/** Other statuses of 'invalidRequest' come from static files and from HTTP itself. */
const documentedStatuses = (name: ErrorType) => (name === 'invalidRequest' ? [400] : statusesOf(name))

/** By status: what the endpoint declares, and the error types of the status. */
function responses(endpoint: Endpoint, writer: Writer): Record<string, object> {
  const known = errorsOf(endpoint)
  const declared = Object.keys(endpoint.responses).map(Number)
  const statuses = new Set([...declared, ...known.flatMap(documentedStatuses)])
  return Object.fromEntries(
    [...statuses].map((status) => {
      const names = known.filter((name) => documentedStatuses(name).includes(status))
      return [status, response(endpoint, { body: endpoint.responses[status], names }, writer)]
    }),
  )
}

interface Described {
  /** As declared for the status. */
  body: z.ZodType | undefined
  /** Error types of the status. */
  names: readonly ErrorType[]
}

function response(endpoint: Endpoint, { body, names }: Described, writer: Writer) {
  const errors = names.length > 0 ? [errorBody(endpoint)] : []
  const own = body === undefined || body === noContent ? [] : [body === ProblemBody ? Problem : body]
  const unstreamed = body && eventOf(body) && endpoint.unstreamed ? [endpoint.unstreamed] : []
  const bodies = [...new Set([...own, ...unstreamed, ...errors])]
  const texts = [body ? endpoint.summary : '', names.map(describe).join('\n')]
  return {
    description: texts.filter((text) => text !== '').join('\n\n'),
    ...(names.length > 0 && { 'x-error-types': names }),
    ...(bodies.length > 0 && { content: content(bodies, writer, 'output') }),
  }
}
