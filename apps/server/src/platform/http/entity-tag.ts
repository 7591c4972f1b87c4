import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sets a weak ETag from the response text and returns whether it matches the request (304). Weak, since the response
 * may be compressed. RFC 9110 §13.1.2.
 */
export function isCachedByClient(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.header('etag', `W/${tag}`)
  const requestTags = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim())
  return requestTags.some((each) => each === '*' || each.replace(/^W\//, '') === tag)
}
