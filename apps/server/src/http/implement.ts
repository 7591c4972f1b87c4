import {
  type Endpoint,
  type EndpointGroup,
  eventOf,
  isJson,
  mediaTypeOf,
  type ParsedInput,
} from '@assay/contract/endpoint.ts'
import { missingFeature } from '@assay/contract/features.ts'
import { messages } from '@assay/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Change, ChangingCall } from '../audit/record-change.ts'
import { checkFresh } from '../auth/fresh-login.ts'
import { callerFor, type Identity } from '../auth/identity.ts'
import type { Caller } from '../auth/scope.ts'
import { writeEvents } from './event-stream.ts'
import { notFound, Problem } from './problem.ts'
import { readForm } from './read-form.ts'

/** What a handler gets: the checked input, who calls, and the raw exchange for headers and cookies. */
export type HandlerInput<E extends Endpoint> = ParsedInput<E> & {
  caller: E['permission'] extends 'public' ? Caller | null : Caller
  request: FastifyRequest
  out: FastifyReply
  /** Tells the audit log what the call changes. */
  record: (change: Change) => void
} & (E['responses'][200] extends z.ZodType<AsyncIterable<unknown>> ? Listener : unknown)

interface Listener {
  /** Aborted when nobody listens to the stream any more, or the server stops. */
  gone: AbortSignal
}

/** What a handler returns: the 200 body itself, or reply(status, body) for another declared status. */
export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<Result<E>>

type Bodies<E extends Endpoint> = {
  [S in keyof E['responses'] & number]: E['responses'][S] extends z.ZodType
    ? z.input<E['responses'][S]>
    : never
}
type Result<E extends Endpoint> =
  | (200 extends keyof Bodies<E> ? Bodies<E>[200] : never)
  | { [S in keyof Bodies<E>]: Reply<S, Bodies<E>[S]> }[keyof Bodies<E>]

class Reply<S, B> {
  readonly status: S
  readonly body: B
  constructor(status: S, body: B) {
    this.status = status
    this.body = body
  }
}

export const reply = <const S extends number, B>(status: S, body: B) => new Reply(status, body)

export type Handlers<G extends EndpointGroup> = { [K in keyof G]: Handler<G[K]> }

/** What the binder needs of the rest of the server. */
export interface Binding {
  app: FastifyInstance
  authenticate(request: FastifyRequest, endpoint: Endpoint): Promise<Identity | null>
  /** Keeps what a call of a member changed. */
  recordChange(call: ChangingCall): Promise<void>
  /** In tests, every answer must parse by its schema. */
  checksAnswers: boolean
  /** Aborted when the server stops: streams end then. */
  stopping: AbortSignal
}

/** Registers one group. A missing or misspelled handler, or an undeclared answer, does not compile. */
export function implement<G extends EndpointGroup>(binding: Binding, group: G, handlers: Handlers<G>): void {
  for (const [name, endpoint] of Object.entries(group)) {
    const handler = handlers[name] as unknown as (input: object) => Promise<unknown>
    binding.app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      async handler(request, out) {
        const caller = await authorize(binding, endpoint, request)
        const input = await readInput(endpoint, request)
        const gone = endpoint.responses[200] && eventOf(endpoint.responses[200]) && whenGone(out, binding)
        const change: Change = {}
        const record = (told: Change) => void Object.assign(change, told)
        const result = await handler({ ...input, caller, request, out, record, ...(gone && { gone }) })
        if (caller && endpoint.method !== 'GET')
          await binding.recordChange({ caller, endpoint, request, change })
        const { status, body } =
          result instanceof Reply ? (result as Reply<number, unknown>) : new Reply(200, result)
        return send({ endpoint, status, body, out, binding })
      },
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

function whenGone(out: FastifyReply, { stopping }: Binding): AbortSignal {
  const closed = new AbortController()
  out.raw.once('close', () => closed.abort())
  return AbortSignal.any([closed.signal, stopping])
}

async function authorize({ authenticate }: Binding, endpoint: Endpoint, request: FastifyRequest) {
  const { permission } = endpoint
  const identity = inItsPlace(await authenticate(request, endpoint), endpoint)
  if (permission === 'public') return identity && callerFor(identity, 'member')
  if (!identity) throw new Problem(401, 'loginRequired', 'A login is required')
  const caller = callerFor(identity, permission)
  if (!caller) throw new Problem(403, 'forbidden', messages.unauthorized)
  const missing = missingFeature(endpoint.features, identity.features)
  if (missing) throw new Problem(403, 'featureOff', `The feature '${missing}' is off in this account`)
  if (endpoint.needsFreshLogin && caller.by.kind === 'session') checkFresh(caller.by)
  return caller
}

/** A token for SCIM lies with an identity provider: elsewhere it opens nothing. */
function inItsPlace(identity: Identity | null, { acceptsBasic, permission }: Endpoint): Identity | null {
  if (identity?.token?.access !== 'scim' || acceptsBasic) return identity
  if (permission === 'public') return null
  throw new Problem(403, 'forbidden', 'This API token is for SCIM alone')
}

async function readInput(endpoint: Endpoint, request: FastifyRequest) {
  const params = request.params as Record<string, string>
  checkUuids(params)
  const mediaType = endpoint.body && mediaTypeOf(endpoint.body)
  // Bytes stay a stream, which the handler takes from the request.
  const isStream = mediaType === 'application/octet-stream'
  const body = mediaType === 'multipart/form-data' ? await readForm(request) : request.body
  return {
    params,
    ...(endpoint.query && { query: parse(endpoint.query, request.query, 'query') }),
    ...(endpoint.body && { body: isStream ? body : parse(endpoint.body, body, 'body') }),
  }
}

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** What is no uuid is nobody's: the same answer as for an unknown one. */
function checkUuids(params: Record<string, string>) {
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith('Uuid') && !uuidPattern.test(value)) throw notFound(name.slice(0, -4))
  }
}

function parse(schema: z.ZodType, value: unknown, part: 'query' | 'body'): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const details = result.error.issues.map(({ path, message }) => ({
    path: [part, ...path].join('.'),
    message,
  }))
  throw new Problem(400, 'invalidInput', `The ${part} is invalid: ${summary(details)}`).withDetails(details)
}

const summary = (details: { path: string; message: string }[]) =>
  details
    .slice(0, 3)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ')

interface Answer {
  endpoint: Endpoint
  status: number
  body: unknown
  out: FastifyReply
  binding: Binding
}

function send({ endpoint, status, body, out, binding }: Answer) {
  const schema = endpoint.responses[status]
  if (!schema) throw new Error(`${endpoint.method} ${endpoint.path} does not declare status ${status}`)
  if (binding.checksAnswers) schema.parse(body)
  const mediaType = mediaTypeOf(schema)
  const event = eventOf(schema)
  if (event) {
    const events = body as AsyncIterable<unknown>
    // Proxies would keep events back to send them together.
    out.header('x-accel-buffering', 'no')
    // Kept alive, it would outlast a server that stops: those that are idle are closed before the stream has ended.
    out.header('connection', 'close')
    return out.type(mediaType).send(writeEvents({ events, schema: binding.checksAnswers ? event : null }))
  }
  if (!isJson(schema)) return out.code(status).type(mediaType).send(body)
  // Compact by JSON.stringify: existing clients read some answers with fixed offsets.
  return out.code(status).type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body))
}
