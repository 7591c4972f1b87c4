import type { Endpoint, EndpointGroup, ParsedInput } from '@assay/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '#auth/scope.ts'
import type { ItemStream } from '#platform/http/item-stream.ts'
import type { JsonStream, Streamable } from '#platform/http/json-stream.ts'
import type { Change, ChangeBy } from './change.ts'
import type { LargeResponse } from './large-response.ts'
import type { Reply, TextStream, Unstreamed } from './reply.ts'

/** What a handler receives: validated input, the caller, and the raw request and reply for headers and cookies. */
export type HandlerInput<E extends Endpoint> = ParsedInput<E> & {
  caller: E['permission'] extends 'public' ? Caller | null : Caller
  request: FastifyRequest
  reply: FastifyReply
} & ChangeInput<E> &
  (E['responses'][200] extends z.ZodType<AsyncIterable<unknown>> ? Listener : unknown)

/** Makes changes; only available to endpoints whose contract allows it. */
type ChangeInput<E extends Endpoint> = E extends { audited: false }
  ? unknown
  : E extends { audited: true } | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' }
    ? { change: E['permission'] extends 'public' ? ChangeBy : Change }
    : unknown

interface Listener {
  /** Aborted when the stream's client disconnects or the server stops. */
  gone: AbortSignal
}

/** A handler returns the 200 body itself, or respond(status, body) for another declared status. */
export type Handler<E extends Endpoint> = (input: HandlerInput<E>) => Promise<Result<E>>

type Bodies<E extends Endpoint> = {
  [S in keyof E['responses'] & number]: E['responses'][S] extends z.ZodType
    ? z.input<E['responses'][S]>
    : never
}
type Result<E extends Endpoint> =
  | (200 extends keyof Bodies<E> ? (Bodies<E>[200] extends string ? TextStream : never) : never)
  | (200 extends keyof Bodies<E> ? Bodies<E>[200] : never)
  | (200 extends keyof Bodies<E> ? StreamOf<Bodies<E>[200]> | LargeResponse<StreamOf<Bodies<E>[200]>> : never)
  | (E extends { unstreamed: infer Body extends z.ZodType } ? Unstreamed<z.input<Body>> : never)
  | { [S in keyof Bodies<E>]: Reply<S, Bodies<E>[S]> }[keyof Bodies<E>]

type StreamOf<Body> = Body extends readonly (infer Item)[]
  ? ItemStream<Streamable<Item>>
  : JsonStream<Streamable<Body>>

export type Handlers<G extends EndpointGroup> = { [K in keyof G]: Handler<G[K]> }
