import type { FastifyInstance } from 'fastify'
import { Problem } from './problem.ts'

/** For the other fields, their names and the boundaries. */
const roomBytes = 64 * 1024

/**
 * A form that announces to be larger than a file may be is refused before a byte of it is read; one that announces
 * nothing is cut off by the parser's own limit.
 */
export function refuseLargeForms(app: FastifyInstance, limitBytes: number): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (!headers['content-type']?.startsWith('multipart/')) return
    if (Number(headers['content-length'] ?? 0) <= limitBytes + roomBytes) return
    throw new Problem(
      413,
      'tooLarge',
      `The file is larger than the ${limitBytes / 1024 / 1024} MB that this server accepts`,
    )
  })
}
