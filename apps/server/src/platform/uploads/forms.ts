import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { removeSpooled, type SpooledFile } from './spool.ts'
import { Problem } from '#platform/http/problem.ts'

/** Allowance for other fields, file names and boundaries. */
const roomBytes = 1024 * 1024

/** Forms with a too large Content-Length are rejected before they are read; others are cut off by the parser's limits. */
export function rejectLargeForms(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (!headers['content-type']?.startsWith('multipart/')) return
    if (Number(headers['content-length'] ?? 0) <= maxDocumentBytes + roomBytes) return
    const limit = `${maxDocumentBytes / 1024 / 1024} MB`
    throw new Problem(413, 'tooLarge', `The files are larger than the ${limit} that are read at once`)
  })
}

const spooledOf = new WeakMap<FastifyRequest, string[]>()

/** Large files of a form are kept on disk until the response was sent. */
export function deleteAfterResponse(request: FastifyRequest, { path }: SpooledFile): void {
  spooledOf.set(request, [...(spooledOf.get(request) ?? []), path])
}

export function removeFinishedForms(app: FastifyInstance): void {
  app.addHook('onResponse', async (request) => {
    await Promise.all((spooledOf.get(request) ?? []).map(removeSpooled))
  })
}
