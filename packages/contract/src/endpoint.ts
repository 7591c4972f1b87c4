import { config, z } from 'zod'
import type { ErrorType } from './error-types.ts'
import type { FeatureName } from './features.ts'
import { messagesFor, whenMissing } from './input-messages.ts'
import type { Permission } from './permissions.ts'

config({ customError: messagesFor('input') })

/** One HTTP endpoint, described once: implemented by the server, called by the SDK, listed in OpenAPI. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** Required authorization: a permission, 'member' (any login), 'session' (a login, but no API token) or 'public'. */
  permission: Permission | 'member' | 'session' | 'public'
  /** Required feature of the caller's account; without it the response is 403 'featureOff'. */
  features?: readonly FeatureName[]
  /** The operator may name any account in its path. Otherwise, other accounts than the caller's are not found. */
  reachesAccounts?: true
  /**
   * Changes authentication methods and requires a recent login: otherwise the response is 403 `loginTooOld` until the
   * caller reauthenticates. API tokens always get 403.
   */
  requiresRecentLogin?: true
  /** Whether a successful call records an audit event in the same transaction. Defaults to true for every method but GET. */
  audited?: boolean
  /**
   * Why repeating this POST is harmless. Every other POST accepts an Idempotency-Key, which requires a caller, so those
   * are never public.
   */
  repeatable?: string
  /** The response is the same for everyone: authentication is skipped and no database is needed. */
  ignoresLogin?: true
  /** For streams whose handler rechecks access before each event: the interval of additional checks. Defaults to 2 s. */
  recheckSeconds?: number
  /** Reads so much that a standby of the database is to answer, where there is one. Changes nothing. */
  readsMuch?: true
  /** Why browsers may be made to send it by a page of another site, although it needs no login. Others are rejected. */
  acceptsOtherSites?: string
  /** The handler needs the raw JSON body in `request.sentBody` to verify its signature. */
  keepsBody?: true
  /** Whether Basic authorization is accepted: account uuid and API token. */
  acceptsBasic?: true
  /** Whether an API token is accepted in the header X-Api-Key. */
  acceptsApiKey?: true
  /** The largest body that is not a form; defaults to the server's limit. */
  maxBodyBytes?: number
  /** Limits of a form that is accepted beside JSON; by default it has no files. */
  formLimits?: { files?: number; fieldSize?: number }
  summary: string
  /** Message for callers without the permission. Defaults to naming it. */
  forbiddenMessage?: string
  /** Client-side message for an empty path parameter. */
  missingName?: string | ((params: Readonly<Record<string, string>>) => string)
  query?: z.ZodObject
  body?: z.ZodType
  /** Every status the client treats as a result; the SDK throws any other as ApiError. */
  responses: Responses
  /** For a stream: the body for callers that accept JSON, but no stream. */
  unstreamed?: z.ZodType
  /** Error types specific to this endpoint; `errorsOf` adds those derived from its description. */
  errors?: readonly ErrorType[]
  /** Body of error responses that are not a Problem. */
  errorSchema?: z.ZodType
}

export const isAudited = ({ audited, method }: Pick<Endpoint, 'audited' | 'method'>): boolean =>
  audited ?? method !== 'GET'

/** Whether a page of another site may not make a browser send it: it needs no header that only our pages can set. */
export const rejectsOtherSites = ({ permission, method, acceptsOtherSites }: Endpoint): boolean =>
  permission === 'public' && method !== 'GET' && acceptsOtherSites === undefined

/** Whether only a navigation of the window may send it: a GET that opens a session, as the protocols of sign-on demand. */
export const needsNavigation = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && isAudited(endpoint)

export type Responses = { readonly [status: number]: z.ZodType }

/** The endpoints of a domain, by name. */
export type EndpointGroup = Readonly<Record<string, Endpoint>>

/** Preserves the literal type of each endpoint. Unknown query parameters are refused: an ignored filter answers too much. */
export function endpoints<const G extends EndpointGroup>(group: G): G {
  const strict = Object.entries(group).map(([name, endpoint]) => [
    name,
    { ...endpoint, query: (endpoint.query ?? z.object({})).strict() },
  ])
  return Object.fromEntries(strict) as G
}

/** For callers such as identity providers, which add query parameters of their own: unknown ones are ignored. */
export const endpointsForOthers = <const G extends EndpointGroup>(group: G): G => group

/** Parameter names of a path: '/teams/{id}' gives 'id'. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never

type Params<E extends Endpoint> = [PathParams<E['path']>] extends [never]
  ? unknown
  : { params: { [K in PathParams<E['path']>]: string } }

type QueryIn<Q extends z.ZodObject> =
  unknown extends z.input<Q>
    ? unknown
    : object extends z.input<Q>
      ? { query?: z.input<Q> }
      : { query: z.input<Q> }

/** Input as passed by a client. */
export type Input<E extends Endpoint> = Params<E> &
  (E extends { query: infer Q extends z.ZodObject } ? QueryIn<Q> : unknown) &
  (E extends { body: infer B extends z.ZodType }
    ? undefined extends z.input<B>
      ? { body?: z.input<B> }
      : { body: z.input<B> }
    : unknown)

/** Input as received by a handler: validated, with defaults applied. */
export type ParsedInput<E extends Endpoint> = Params<E> &
  (E extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown)

/** The union of all declared responses, as returned by the SDK. */
export type Output<E extends Endpoint> = z.output<E['responses'][keyof E['responses'] & number]>

/** Media type of schemas that are not JSON, and others that servers accept for the same body. */
export const mediaTypes = z.registry<{ mediaType: string; alternatives?: readonly string[] }>()

/** A text body of another media type than JSON. */
export const text = (mediaType = 'text/plain') => z.string().register(mediaTypes, { mediaType })

/** JSON with its own media type, such as 'application/scim+json'. */
export function jsonAs<S extends z.ZodType>(schema: S, mediaType: string): S {
  writtenAsJson.add(mediaType)
  mediaTypes.add(schema, { mediaType })
  return schema
}

const writtenAsJson = new Set(['application/json'])

/** Whether bodies of this schema are serialized as JSON. */
export const isJson = (schema: z.ZodType): boolean => writtenAsJson.has(mediaTypeOf(schema))

/** Response 204. */
export const noContent = z.literal('').register(mediaTypes, { mediaType: 'text/plain' })

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const isBytes = (value: unknown) => value instanceof Uint8Array || isAsyncIterable(value)

/** Binary body; a server may respond with a stream. */
export function binary(mediaType: string) {
  const schema = z.custom<Uint8Array<ArrayBuffer>>(isBytes)
  ofBytes.add(schema)
  return schema.register(mediaTypes, { mediaType })
}

const ofBytes = new WeakSet<z.ZodType>()

/** Whether bodies of this schema are binary. */
export const isBinary = (schema: z.ZodType): boolean => ofBytes.has(schema)

/** Server-sent events, each with a JSON value. Breaking out of the loop closes the connection. */
export function eventStream<S extends z.ZodType>(event: S) {
  const stream = z.custom<AsyncIterable<z.output<S>>>(isAsyncIterable)
  streamed.set(stream, event)
  return stream.register(mediaTypes, { mediaType: 'text/event-stream' })
}

const streamed = new WeakMap<z.ZodType, z.ZodType>()

/** Schema of a stream's events; undefined if the schema is not a stream. */
export const eventOf = (schema: z.ZodType): z.ZodType | undefined => streamed.get(schema)

export const mediaTypeOf = (schema: z.ZodType): string =>
  mediaTypes.get(schema)?.mediaType ?? 'application/json'

/** Media types of a request body, first the one that clients of this contract send. */
export const acceptedMediaTypes = (schema: z.ZodType): string[] => [
  mediaTypeOf(schema),
  ...(mediaTypes.get(schema)?.alternatives ?? []),
]

/** One file of a form. */
export interface FilePart {
  filename: string
  bytes: Uint8Array
  /** On the server, the path of a large file on disk; `bytes` then contains only its beginning. */
  spooled?: { path: string; size: number; digest: Uint8Array }
}

const isFilePart = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

export const FilePart = z
  .custom<FilePart>(isFilePart, {
    ...whenMissing('The file is missing'),
    params: { wanted: 'must be a file' },
  })
  .meta({ type: 'string', format: 'binary' })

export const multipartForm = 'multipart/form-data'

/** A multipart form with strings and files. */
export const form = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.object(shape).register(mediaTypes, { mediaType: multipartForm })

/** A URL-encoded form posted by another site through the browser. */
export const postedForm = 'application/x-www-form-urlencoded'
