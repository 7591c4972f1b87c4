import { maxDocumentBytes } from '@assay/engine/documents/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { removeSpooled, type SpooledFile } from './spool.ts'
import { Problem } from '#platform/http/problem.ts'

/** For the other fields, the names of the files and the boundaries. */
const roomBytes = 1024 * 1024

/**
 * A form that announces more than all its files may have together is refused before a byte of it is read; one that
 * announces less or nothing is cut off by the parser's limits.
 */
export function refuseLargeForms(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (!headers['content-type']?.startsWith('multipart/')) return
    if (Number(headers['content-length'] ?? 0) <= maxDocumentBytes + roomBytes) return
    const limit = `${maxDocumentBytes / 1024 / 1024} MB`
    throw new Problem(413, 'tooLarge', `The files are larger than the ${limit} that are read at once`)
  })
}

const spooledOf = new WeakMap<FastifyRequest, string[]>()

/** Large files of a form are kept on disk until the call has been answered. */
export function keepUntilAnswered(request: FastifyRequest, { path }: SpooledFile): void {
  spooledOf.set(request, [...(spooledOf.get(request) ?? []), path])
}

export function removeAnsweredForms(app: FastifyInstance): void {
  app.addHook('onResponse', async (request) => {
    await Promise.all((spooledOf.get(request) ?? []).map(removeSpooled))
  })
}
