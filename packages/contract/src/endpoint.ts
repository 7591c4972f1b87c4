import { z } from 'zod'
import type { ErrorType } from './error-types.ts'
import type { FeatureName } from './features.ts'
import { messagesFor, whenMissing } from './input-messages.ts'
import type { Permission } from './permissions.ts'

z.config({ customError: messagesFor('input') })

/** One HTTP call, described once: the server implements it, the SDK calls it, OpenAPI lists it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /**
   * What the caller must hold: a permission; 'member' is any login, 'session' one that is no API token, 'public'
   * none.
   */
  permission: Permission | 'member' | 'session' | 'public'
  /** What the caller's account must have switched on, or the answer is 403 'featureOff'; left out: nothing. */
  features?: readonly FeatureName[]
  /**
   * It changes how members log in: a session whose login is some minutes old answers 403 `loginTooOld` until the
   * login is confirmed, and an API token 403.
   */
  needsFreshLogin?: true
  /**
   * Whether a successful call writes an event to the audit log, in the transaction of its change. Left out: every
   * method but GET does.
   */
  audited?: boolean
  /**
   * Why it does no harm to repeat a POST that takes no Idempotency-Key. Every other POST takes one: the caller sends
   * it, so these are never public.
   */
  repeatable?: string
  /** Everybody gets the same answer: no login is looked up, so that it needs no database. */
  ignoresLogin?: true
  /**
   * Of a stream whose handler asks before each event whether the caller still may: how often that is asked in between.
   * Left out: every 2 s.
   */
  recheckSeconds?: number
  /** The handler finds the JSON body as it was sent in `request.sentBody`: it is signed. */
  keepsBody?: true
  /** Whether the Authorization header may be Basic: account uuid and API token. */
  acceptsBasic?: true
  summary: string
  /** What a role without the permission is told; left out: which permission is missing. */
  forbiddenMessage?: string
  /** What the client says when a name in the path is left empty; left out: that parameters are missing. */
  missingName?: string | ((params: Readonly<Record<string, string>>) => string)
  query?: z.ZodObject
  body?: z.ZodType
  /** Every status the caller treats as an answer; any other is thrown by the SDK as ApiError. */
  responses: Responses
  /** The error types of this call alone; `errorsOf` adds those that follow from the rest of the description. */
  errors?: readonly ErrorType[]
  /** The body of any other status, where that is not Problem. */
  refusal?: z.ZodType
}

export const isAudited = ({ audited, method }: Pick<Endpoint, 'audited' | 'method'>): boolean =>
  audited ?? method !== 'GET'

export type Responses = { readonly [status: number]: z.ZodType }

/** A domain's calls by name. */
export type EndpointGroup = Readonly<Record<string, Endpoint>>

/** Keeps each literal type of a group. */
export function endpoints<const G extends EndpointGroup>(group: G): G {
  return group
}

/** The names between braces in a path: '/teams/{id}' gives 'id'. */
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

/** What a caller passes. */
export type Input<E extends Endpoint> = Params<E> &
  (E extends { query: infer Q extends z.ZodObject } ? QueryIn<Q> : unknown) &
  (E extends { body: infer B extends z.ZodType }
    ? undefined extends z.input<B>
      ? { body?: z.input<B> }
      : { body: z.input<B> }
    : unknown)

/** What a handler gets, checked and with defaults filled in. */
export type ParsedInput<E extends Endpoint> = Params<E> &
  (E extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown)

/** The union of every declared answer, as the SDK returns it. */
export type Output<E extends Endpoint> = z.output<E['responses'][keyof E['responses'] & number]>

/** What a schema stands for on the wire when that is not JSON. */
export const mediaTypes = z.registry<{ mediaType: string }>()

/** A text answer or body of another media type than JSON. */
export const text = (mediaType = 'text/plain') => z.string().register(mediaTypes, { mediaType })

/** JSON under a name of its own: 'application/scim+json'. */
export function jsonAs<S extends z.ZodType>(schema: S, mediaType: string): S {
  writtenAsJson.add(mediaType)
  mediaTypes.add(schema, { mediaType })
  return schema
}

const writtenAsJson = new Set(['application/json'])

/** Whether bodies of this schema are values, to be written as JSON. */
export const isJson = (schema: z.ZodType): boolean => writtenAsJson.has(mediaTypeOf(schema))

/** The answer 204. */
export const noContent = z.literal('').register(mediaTypes, { mediaType: 'text/plain' })

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const isBytes = (value: unknown) => value instanceof Uint8Array || isAsyncIterable(value)

/** Bytes of another media type than JSON; a server may answer with a stream of them. */
export function binary(mediaType: string) {
  const schema = z.custom<Uint8Array<ArrayBuffer>>(isBytes)
  ofBytes.add(schema)
  return schema.register(mediaTypes, { mediaType })
}

const ofBytes = new WeakSet<z.ZodType>()

/** Whether bodies of this schema are bytes. */
export const isBinary = (schema: z.ZodType): boolean => ofBytes.has(schema)

/** Server-sent events, each an item as JSON, until there is no more to say. Leaving the loop ends the call. */
export function eventStream<S extends z.ZodType>(event: S) {
  const stream = z.custom<AsyncIterable<z.output<S>>>(isAsyncIterable)
  streamed.set(stream, event)
  return stream.register(mediaTypes, { mediaType: 'text/event-stream' })
}

const streamed = new WeakMap<z.ZodType, z.ZodType>()

/** What each event of a stream holds; undefined when the schema is no stream. */
export const eventOf = (schema: z.ZodType): z.ZodType | undefined => streamed.get(schema)

/** A JSON document that the server builds with care for size; sent as it is, not parsed by schema again. */
export const mediaTypeOf = (schema: z.ZodType): string =>
  mediaTypes.get(schema)?.mediaType ?? 'application/json'

/** One file of a form. */
export interface FilePart {
  filename: string
  bytes: Uint8Array
  /** In a server, where a large file is on disk; `bytes` is only its beginning then. */
  spooled?: { path: string; size: number; digest: Uint8Array }
}

const isFilePart = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array

export const FilePart = z
  .custom<FilePart>(isFilePart, whenMissing('The file is missing'))
  .meta({ type: 'string', format: 'binary' })

/** A multipart form; its values are strings and files. */
export const form = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.object(shape).register(mediaTypes, { mediaType: 'multipart/form-data' })

/** What a page of another site posts through the browser. */
export const postedForm = 'application/x-www-form-urlencoded'
