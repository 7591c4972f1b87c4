import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { Problem } from '#platform/http/problem.ts'

interface Piece {
  request: FastifyRequest
  reply: FastifyReply
  /** Required size in bytes. */
  length: number
}

/** The request body, held in memory. Throws Problem 400 if it is shorter or longer. */
export async function readPiece({ request, reply, length }: Piece): Promise<Uint8Array> {
  const buffered: Uint8Array[] = []
  let size = 0
  // Destroying the stream would close the connection before the error response is sent.
  for await (const bytes of (request.body as Readable).iterator({ destroyOnReturn: false })) {
    buffered.push(bytes as Uint8Array)
    size += (bytes as Uint8Array).length
    if (size > length) break
  }
  if (size === length) return Buffer.concat(buffered)
  // Discards the rest of the body.
  reply.header('connection', 'close')
  throw new Problem(400, 'pieceInvalid', `The piece must have ${length} bytes`)
}
