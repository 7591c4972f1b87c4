import {
  type Endpoint,
  type EndpointGroup,
  eventOf,
  type FilePart,
  type Input,
  isBinary,
  isJson,
  mediaTypeOf,
  type Output,
  postedForm,
} from '@assay/contract/endpoint.ts'
import { idempotencyKeyHeader, acceptsIdempotencyKey } from '@assay/contract/idempotency.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import { messages } from '@assay/contract/problem.ts'
import { ApiError } from './api-error.ts'
import { makeIdempotencyKey } from './idempotency-key.ts'
import { readEvents } from './read-events.ts'
import { retrying } from './retrying.ts'

type Groups = Readonly<Record<string, EndpointGroup>>
type Call<E extends Endpoint> =
  // Nothing is required: the input may be omitted.
  object extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<Output<E>>
    : (input: Input<E>, options?: CallOptions) => Promise<Output<E>>

/** The typed client of a contract: client.teams.list({ params: { accountUuid } }). */
export type Client<G extends Groups> = { [T in keyof G]: { [N in keyof G[T]]: Call<G[T][N]> } }

export interface CallOptions {
  signal?: AbortSignal
  /** For calls that create something: one key per operation and its retries. By default each call has its own. */
  idempotencyKey?: string
  /** How often a call that is safe to repeat is retried after a lost connection or a busy server; defaults to never. */
  retries?: number
}

export interface ClientOptions {
  /** Origin of the server: 'https://assay.example.org'; '' in a page from the server. */
  baseUrl: string
  /** The whole Authorization header, read for each call: 'Bearer …' or 'token …'. */
  authorization?: () => string | undefined
  /** Replaces the platform's fetch. */
  fetch?: (input: string, init: RequestInit) => Promise<Response>
  /** Delay before the first retry; doubles with each further one. */
  retryPauseMs?: number
}

/** Creates a client from a contract or a part of one; nothing is generated. */
export function createClient<G extends Groups>(groups: G, options: ClientOptions): Client<G> {
  const wrap = (endpoint: Endpoint) => (input?: unknown, more?: CallOptions) =>
    callEndpoint(endpoint, { ...(input as AnyInput | undefined), ...more }, options)
  return mapValues(groups, (group) => mapValues(group, wrap)) as Client<G>
}

interface AnyInput extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Makes one call. Validates the input with the endpoint's schemas first, so that errors need no request. */
export async function callEndpoint(
  endpoint: Endpoint,
  input: AnyInput,
  options: ClientOptions,
): Promise<unknown> {
  checkInput(endpoint, input)
  const authorization = options.authorization?.()
  checkAuthorization(endpoint, authorization)
  const body = writeBody(endpoint, input.body)
  const key = acceptsIdempotencyKey(endpoint) ? (input.idempotencyKey ?? makeIdempotencyKey()) : undefined
  const send = async () => {
    const response = await (options.fetch ?? globalThis.fetch)(options.baseUrl + target(endpoint, input), {
      method: endpoint.method,
      headers: {
        ...body.headers,
        ...(authorization !== undefined && { authorization }),
        ...(key !== undefined && { [idempotencyKeyHeader]: key }),
      },
      ...(body.content !== undefined && { body: body.content }),
      ...(input.signal && { signal: input.signal }),
    })
    return readResponse(endpoint, response)
  }
  const isRepeatable = endpoint.method === 'GET' || key !== undefined
  return retrying(send, {
    times: isRepeatable ? (input.retries ?? 0) : 0,
    pauseMs: options.retryPauseMs,
    signal: input.signal,
  })
}

function checkInput(endpoint: Endpoint, input: AnyInput) {
  const { missingName = messages.missingParameters } = endpoint
  for (const [, name] of endpoint.path.matchAll(/\{(\w+)\}/g)) {
    if (paramOf(input.params, name!)) continue
    throw ApiError.ofCaller(typeof missingName === 'string' ? missingName : missingName(input.params ?? {}))
  }
  for (const part of ['query', 'body'] as const) {
    const result = endpoint[part]?.safeParse(part === 'query' ? (input.query ?? {}) : input[part], {
      error: messagesFor(part),
    })
    if (result && !result.success) throw ApiError.ofInput(part, result.error)
  }
}

/** Validates the configured authorization; the server's error would be the same or less specific. */
function checkAuthorization({ acceptsBasic }: Endpoint, authorization: string | undefined) {
  if (authorization === undefined) return
  const [type = '', token = ''] = authorization.trim().split(/\s+/, 2)
  const isKnown = /^(?:bearer|token)$/i.test(type) || (acceptsBasic && /^basic$/i.test(type))
  if (!isKnown) throw ApiError.ofCaller(messages.authTypeUnknown)
  if (/^token$/i.test(type) && token === '') throw ApiError.ofCaller(messages.tokenMissing)
}

const paramOf = (params: AnyInput['params'], name: string): string | undefined =>
  new Map(Object.entries(params ?? {})).get(name)

function target(endpoint: Endpoint, { params, query }: AnyInput): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(paramOf(params, name) ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (isScalar(value)) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

interface WrittenBody {
  content?: string | FormData | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

function writeBody(endpoint: Endpoint, body: unknown): WrittenBody {
  if (!endpoint.body || body === undefined) return { headers: {} }
  const mediaType = mediaTypeOf(endpoint.body)
  if (mediaType === 'multipart/form-data') return { content: writeForm(body as object), headers: {} }
  return { content: writeContent(endpoint.body, body), headers: { 'content-type': mediaType } }
}

function writeContent(
  schema: NonNullable<Endpoint['body']>,
  body: unknown,
): string | Uint8Array<ArrayBuffer> {
  if (isJson(schema)) return JSON.stringify(body)
  if (mediaTypeOf(schema) === postedForm)
    return new URLSearchParams(body as Record<string, string>).toString()
  return body as Uint8Array<ArrayBuffer>
}

function writeForm(body: object): FormData {
  const form = new FormData()
  // Fields before files, so that a streaming server knows them when the file arrives.
  const entries = Object.entries(body).toSorted(
    ([, a], [, b]) => Number(typeof a === 'object') - Number(typeof b === 'object'),
  )
  for (const [name, value] of entries as [string, string | FilePart | FilePart[] | undefined][]) {
    if (typeof value === 'string') form.set(name, value)
    else if (value !== undefined)
      for (const { bytes, filename } of [value].flat())
        form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), filename)
  }
  return form
}

async function readResponse(endpoint: Endpoint, response: Response): Promise<unknown> {
  const schema = endpoint.responses[response.status]
  const holdsJson = response.headers.get('content-type')?.includes('json') ?? false
  if (schema && isBinary(schema)) return new Uint8Array(await response.arrayBuffer())
  const event = schema && eventOf(schema)
  if (event && response.body) return readEvents(response.body, event)
  const text = await response.text()
  const body = holdsJson && text !== '' ? (JSON.parse(text) as unknown) : text
  const isRejected = response.status >= 400
  // A declared status can also be an error: 404 is 'not ready', and 'not found'.
  const parsed = schema?.safeParse(body)
  if (parsed?.success) return parsed.data
  if (!parsed || isRejected) throw new ApiError(response.status, body, response.headers.get('retry-after'))
  throw parsed.error
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
