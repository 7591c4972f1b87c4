import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Gives the answer a tag of its text, and says whether the caller has that text already: 304 then. Weak, since it may be
 * compressed on the way. RFC 9110 §13.1.2.
 */
export function isKnownText(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', `W/${tag}`)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim())
  return known.some((each) => each === '*' || each.replace(/^W\//, '') === tag)
}
