import { type Endpoint, eventOf, isJson, mediaTypeOf } from '@assay/contract/endpoint.ts'
import { idempotencyReplayedHeader } from '@assay/contract/idempotency.ts'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { StoredResponse } from '#auth/idempotency/claim.ts'
import { writeEvents } from '#platform/http/event-stream.ts'
import { isStreamed, sendText, writeStreamed } from './large-response.ts'
import { TextStream, Unstreamed } from './reply.ts'

export interface RouteResponse {
  endpoint: Endpoint
  status: number
  body: unknown
  /** The JSON of a streamed body. */
  written?: string | Readable
  reply: FastifyReply
  /** In tests, every response must match its schema. */
  validatesResponses: boolean
  maxStallMs: number
}

function schemaOf({ endpoint, status }: Pick<RouteResponse, 'endpoint' | 'status'>): z.ZodType {
  const schema = endpoint.responses[status]
  if (schema) return schema
  throw new Error(`${endpoint.method} ${endpoint.path} does not declare status ${status}`)
}

/** Replaces streams in the response by streamed JSON. */
export async function written(response: RouteResponse): Promise<RouteResponse> {
  const { body, reply, validatesResponses, maxStallMs } = response
  if (!isStreamed(body)) return response
  const schema = validatesResponses ? schemaOf(response) : null
  return { ...response, written: await writeStreamed(body, { schema, reply, maxStallMs }) }
}

export async function send(unwritten: RouteResponse) {
  const response = unwritten.written === undefined ? await written(unwritten) : unwritten
  const { status, reply, validatesResponses } = response
  const isUnstreamed = response.body instanceof Unstreamed
  const body = isUnstreamed ? (response.body as Unstreamed<unknown>).body : response.body
  const schema = (isUnstreamed && response.endpoint.unstreamed) || schemaOf(response)
  const isPieces = body instanceof TextStream || response.written !== undefined
  if (validatesResponses && !isPieces) schema.parse(body)
  const mediaType = mediaTypeOf(schema)
  const event = eventOf(schema)
  if (event) {
    const events = body as AsyncIterable<unknown>
    // Prevents proxies from buffering events.
    reply.header('x-accel-buffering', 'no')
    // Without keep-alive: on shutdown, idle connections are closed before the stream has ended.
    reply.header('connection', 'close')
    return reply.type(mediaType).send(writeEvents({ events, schema: validatesResponses ? event : null }))
  }
  if (body instanceof TextStream) {
    const text = await sendText(body.pieces, { reply, maxStallMs: response.maxStallMs })
    return reply.code(status).type(`${mediaType}; charset=utf-8`).send(text)
  }
  if (response.written !== undefined)
    return reply.code(status).type(`${mediaType}; charset=utf-8`).send(response.written)
  // Unless the handler set another one.
  if (!isJson(schema) && !reply.hasHeader('content-type')) reply.type(mediaType)
  if (!isJson(schema)) return reply.code(status).send(body)
  // Existing clients expect an empty body for null.
  if (body === '') return reply.code(status).type('text/plain; charset=utf-8').send('')
  // Compact JSON: existing clients read some responses at fixed offsets.
  return reply.code(status).type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body))
}

/** The serialized body for storage: JSON, or the text itself. */
export const bodyToStore = (response: RouteResponse): string =>
  typeof response.body === 'string' && (response.body === '' || !isJson(schemaOf(response)))
    ? response.body
    : JSON.stringify(response.body)

/** Replays the response to the first request with the key. */
export function repeatResponse(
  endpoint: Endpoint,
  reply: FastifyReply,
  { status, location, body }: StoredResponse,
) {
  reply.header(idempotencyReplayedHeader, 'true')
  if (location !== null) reply.header('location', location)
  const schema = endpoint.responses[status]
  const mediaType = schema ? mediaTypeOf(schema) : 'application/json'
  return reply.code(status).type(`${mediaType}; charset=utf-8`).send(body)
}
