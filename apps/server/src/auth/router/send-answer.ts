import { type Endpoint, eventOf, isJson, mediaTypeOf } from '@assay/contract/endpoint.ts'
import { idempotencyReplayedHeader } from '@assay/contract/idempotency.ts'
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Answer as StoredAnswer } from '#auth/idempotency/claim.ts'
import { writeEvents } from '#platform/http/event-stream.ts'
import { isStreamed, sendInTime, writeStreamed } from './large-answer.ts'
import { TextStream } from './reply.ts'

export interface Answer {
  endpoint: Endpoint
  status: number
  body: unknown
  /** Its JSON, when the body is streamed. */
  written?: string | Readable
  reply: FastifyReply
  /** In tests, every answer must parse by its schema. */
  checksAnswers: boolean
  maxStallMs: number
}

function schemaOf({ endpoint, status }: Pick<Answer, 'endpoint' | 'status'>): z.ZodType {
  const schema = endpoint.responses[status]
  if (schema) return schema
  throw new Error(`${endpoint.method} ${endpoint.path} does not declare status ${status}`)
}

/** The answer with the JSON of its stream, if it is one. */
export async function written(answer: Answer): Promise<Answer> {
  const { body, reply, checksAnswers, maxStallMs } = answer
  if (!isStreamed(body)) return answer
  const schema = checksAnswers ? schemaOf(answer) : null
  return { ...answer, written: await writeStreamed(body, { schema, reply, maxStallMs }) }
}

export async function send(unwritten: Answer) {
  const answer = unwritten.written === undefined ? await written(unwritten) : unwritten
  const { status, body, reply, checksAnswers } = answer
  const schema = schemaOf(answer)
  const isPieces = body instanceof TextStream || answer.written !== undefined
  if (checksAnswers && !isPieces) schema.parse(body)
  const mediaType = mediaTypeOf(schema)
  const event = eventOf(schema)
  if (event) {
    const events = body as AsyncIterable<unknown>
    // Proxies would keep events back to send them together.
    reply.header('x-accel-buffering', 'no')
    // Kept alive, it would outlast a server that stops: those that are idle are closed before the stream has ended.
    reply.header('connection', 'close')
    return reply.type(mediaType).send(writeEvents({ events, schema: checksAnswers ? event : null }))
  }
  if (body instanceof TextStream) {
    return reply
      .code(status)
      .type(`${mediaType}; charset=utf-8`)
      .send(sendInTime(body.pieces, { reply, maxStallMs: answer.maxStallMs }))
  }
  if (answer.written !== undefined)
    return reply.code(status).type(`${mediaType}; charset=utf-8`).send(answer.written)
  // A handler may have named another one.
  if (!isJson(schema) && !reply.hasHeader('content-type')) reply.type(mediaType)
  if (!isJson(schema)) return reply.code(status).send(body)
  // Existing clients take an empty body for 'none known'.
  if (body === '') return reply.code(status).type(`${mediaType}; charset=utf-8`).send('')
  // Compact by JSON.stringify: existing clients read some answers with fixed offsets.
  return reply.code(status).type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body))
}

/** The body as it is sent, to be sent again: JSON, or the text itself. */
export const bodyToKeep = (answer: Answer): string =>
  typeof answer.body === 'string' && (answer.body === '' || !isJson(schemaOf(answer)))
    ? answer.body
    : JSON.stringify(answer.body)

/** The answer to the first request with the key. */
export function repeatAnswer(
  endpoint: Endpoint,
  reply: FastifyReply,
  { status, location, body }: StoredAnswer,
) {
  reply.header(idempotencyReplayedHeader, 'true')
  if (location !== null) reply.header('location', location)
  const schema = endpoint.responses[status]
  const mediaType = schema ? mediaTypeOf(schema) : 'application/json'
  return reply.code(status).type(`${mediaType}; charset=utf-8`).send(body)
}
