import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** The built page knows no base path: its script learns it here, and its chunks are found next to it. */
export async function pageBelowPath(
  file: string,
  { basePath, request, reply }: { basePath: string; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const built = await readFile(file, 'utf8')
  const page = built
    .replace('<html ', `<html data-base="${basePath}" `)
    .replaceAll('src="/assets/', `src="${basePath}/assets/`)
  const tag = `"${createHash('sha256').update(page).digest('base64url')}"`
  reply.headers({ etag: tag, 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  // A proxy that compresses makes the tag a weak one.
  const isKnown = request.headers['if-none-match']?.includes(tag) && reply.statusCode === 200
  return isKnown ? reply.code(304).send() : reply.send(page)
}
