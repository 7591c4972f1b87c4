import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { Problem } from '#platform/http/problem.ts'

interface Piece {
  request: FastifyRequest
  reply: FastifyReply
  /** Bytes that it must have. */
  length: number
}

/** The body, held as a whole. Throws Problem 400 when it is shorter or longer. */
export async function readPiece({ request, reply, length }: Piece): Promise<Uint8Array> {
  const held: Uint8Array[] = []
  let size = 0
  // Destroyed, it would take the connection along, and the refusal with it.
  for await (const bytes of (request.body as Readable).iterator({ destroyOnReturn: false })) {
    held.push(bytes as Uint8Array)
    size += (bytes as Uint8Array).length
    if (size > length) break
  }
  if (size === length) return Buffer.concat(held)
  // What is still to come of the body is not waited for.
  reply.header('connection', 'close')
  throw new Problem(400, 'pieceInvalid', `The piece must have ${length} bytes`)
}
