import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import type { z } from 'zod'
import { iterateWaitingLonger } from '#platform/database/wait-longer.ts'
import { readSpooled, removeSpooled, spool } from '#platform/uploads/spool.ts'
import { Semaphore } from '#platform/worker-threads/semaphore.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { JsonStream, writeJson } from '#platform/http/json-stream.ts'
import { Problem } from '#platform/http/problem.ts'

type Streamed<Body> = ItemStream<Body> | JsonStream<Body>

/**
 * A response that needs much memory, such as a whole dependency graph. It is generated at the server's own pace, into a
 * file if long, so that a slow client does not hold the memory.
 */
export class LargeResponse<Body extends Streamed<unknown>> {
  readonly bytes: number
  readonly make: () => Promise<Body>
  constructor(bytes: number, make: () => Promise<Body>) {
    this.bytes = bytes
    this.make = make
  }
}

/** bytes: estimated memory. */
export const largeResponse = <Body extends Streamed<unknown>>(bytes: number, make: () => Promise<Body>) =>
  new LargeResponse(bytes, make)

export const isStreamed = (body: unknown): body is Streamed<unknown> | LargeResponse<Streamed<unknown>> =>
  body instanceof ItemStream || body instanceof JsonStream || body instanceof LargeResponse

/** A page of rows, the objects and JSON made of it, and unsent socket data. */
const streamBytes = 6 * 1024 * 1024

/** A page of an export with its rows: the audit log has up to 4 MiB in one. */
const exportBytes = 16 * 1024 * 1024

/** Responses that need more than this are written to a file first, because a slow client would hold the memory. */
const heldBytes = 1024 * 1024

/** Memory for all large responses together, as a part of the heap. */
const memory = new Semaphore(getHeapStatistics().heap_size_limit / 5)

/** How long a response waits for memory. */
const timeoutMs = 20_000

interface SendOptions {
  /** null for no validation. */
  schema: z.ZodType | null
  reply: FastifyReply
  /** Stalled clients are disconnected after this time. */
  maxStallMs: number
}

/** A string if short, otherwise a stream read on demand. Throws 503 if there is no memory. */
export async function writeStreamed(
  body: Streamed<unknown> | LargeResponse<Streamed<unknown>>,
  options: SendOptions,
): Promise<string | Readable> {
  if (!(body instanceof LargeResponse)) return writePieces(body, options)
  if (body.bytes > heldBytes) return writeLarge(body, options)
  return writePieces(await body.make(), options)
}

async function writePieces(body: Streamed<unknown>, options: SendOptions): Promise<string | Readable> {
  const { schema, reply } = options
  const pieces = await writeJson(body, schema)
  if (typeof pieces === 'string') return pieces
  try {
    whenClosed(reply, await acquireMemory(streamBytes, reply))
  } catch (error) {
    await pieces.return(undefined)
    throw error
  }
  return sendInTime(pieces, options)
}

/** Throws 503 if there is no memory. */
export async function sendText(pieces: AsyncIterable<string>, options: Cut): Promise<Readable> {
  whenClosed(options.reply, await acquireMemory(exportBytes, options.reply))
  return sendInTime(pieces, options)
}

async function writeLarge(
  { bytes, make }: LargeResponse<Streamed<unknown>>,
  options: SendOptions,
): Promise<string | Readable> {
  const { schema, reply } = options
  const release = await acquireMemory(bytes + streamBytes, reply)
  try {
    const pieces = await writeJson(await make(), schema)
    if (typeof pieces === 'string') return pieces
    const { path } = await spool(encoded(pieces, reply))
    whenClosed(reply, () => void removeSpooled(path))
    return sendInTime(readSpooled(path), options)
  } finally {
    release()
  }
}

/** Returns a function that releases it. */
async function acquireMemory(bytes: number, reply: FastifyReply): Promise<() => void> {
  const disconnected = new AbortController()
  whenClosed(reply, () => disconnected.abort())
  try {
    return await memory.acquire(bytes, AbortSignal.any([disconnected.signal, AbortSignal.timeout(timeoutMs)]))
  } catch {
    throw new Problem(
      503,
      'busy',
      'Too many large responses are being prepared at once. Try again in a moment',
    )
  }
}

/** Aborts when the client disconnects. */
async function* encoded(pieces: AsyncIterable<string>, reply: FastifyReply): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (reply.raw.closed) throw new Problem(503, 'busy', 'The client closed the connection')
    yield Buffer.from(piece)
  }
}

type Cut = Pick<SendOptions, 'reply' | 'maxStallMs'>

/** Yields chunks on demand. */
export const sendInTime = (pieces: AsyncIterable<string | Uint8Array>, options: Cut): Readable =>
  Readable.from(endStalled(pieces, options), { highWaterMark: 1 })

async function* endStalled<Piece>(
  pieces: AsyncIterable<Piece>,
  { reply, maxStallMs }: Cut,
): AsyncGenerator<Piece> {
  for await (const piece of iterateWaitingLonger(pieces)) {
    const timer = setTimeout(() => reply.raw.destroy(), maxStallMs)
    try {
      yield piece
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Resolves when the response was sent or the client disconnected, also if it already has. */
function whenClosed({ raw }: FastifyReply, action: () => void): void {
  if (raw.closed) action()
  else raw.once('close', action)
}
