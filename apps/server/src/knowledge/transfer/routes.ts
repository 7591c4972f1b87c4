import { isoDay } from '@assay/engine/time.ts'
import { contract } from '@assay/contract/contract.ts'
import { type ArchiveImport, pieceBytes } from '@assay/contract/knowledge.ts'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { checkOperates } from '#accounts/account/reach-account.ts'
import type { AppContext } from '#context.ts'
import { sendInTime } from '#auth/router/large-response.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import {
  addPiece,
  type ArchiveUpload,
  findArchive,
  insertArchive,
  listOtherArchives,
} from '#knowledge/advisories/uploads/archive-upload-store.ts'
import { openSync, syncRunning } from '#knowledge/advisories/sync/open-sync.ts'
import { findSync, hasUnfinishedSync } from '#knowledge/advisories/sync/sync-store.ts'
import { deleteUpload } from '#knowledge/advisories/uploads/upload-store.ts'
import type { Database } from '#platform/database/database.ts'
import { iterateWaitingLonger } from '#platform/database/wait-longer.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { tooLarge } from '#platform/uploads/spool.ts'
import { exportArchive } from './export-archive.ts'
import { readPiece } from './read-piece.ts'

export function knowledgeRoutes({ routes, db, config, queue }: AppContext): void {
  registerRoutes(routes, contract.knowledge, {
    async export({ caller, query: { parts }, reply }) {
      await checkOperates(db, caller)
      const day = isoDay(new Date())
      reply.header('content-disposition', `attachment; filename="assay-${day}.jsonl.gz"`)
      // An error mid-stream closes the connection, so the archive lacks its end marker.
      const packed = pipeline(
        Readable.from(iterateWaitingLonger(exportArchive(db, parts))),
        createGzip(),
        () => undefined,
      )
      const { maxStallMs } = routes
      return sendInTime(packed, { reply, maxStallMs }) as unknown as Uint8Array<ArrayBuffer>
    },
    async beginImport({ caller, body, change }) {
      await checkOperates(db, caller)
      if (body.size > config.advisoryUploadLimitBytes) throw tooLarge(config.advisoryUploadLimitBytes)
      await makeRoom(db, body.digest)
      await change(async (tx) => {
        await insertArchive(tx, body)
        return { result: {}, after: { name: body.name, size: body.size } }
      })
      return wireArchive(await archiveOf(db, body.digest))
    },
    async piece({ caller, params, request, reply }) {
      await checkOperates(db, caller)
      const upload = await archiveOf(db, params.digest)
      const number = readPosition(params.position, upload)
      if (number < upload.received) return wireArchive(upload)
      const length = Math.min(pieceBytes, upload.size - number * pieceBytes)
      const content = await readPiece({ request, reply, length })
      await addPiece(db, { uploadUuid: upload.uuid, number, content })
      return wireArchive(await archiveOf(db, upload.digest))
    },
    async start({ caller, params, change }) {
      await checkOperates(db, caller)
      const { uuid: uploadUuid, name, digest, ...upload } = await archiveOf(db, params.digest)
      if (upload.received < Math.ceil(upload.size / pieceBytes))
        throw new Problem(409, 'pieceInvalid', 'Pieces of the archive are missing')
      if (await hasUnfinishedSync(db)) throw syncRunning()
      await change(async (tx) => ({
        result: await openSync({ queue }, tx, {
          name,
          request: { kind: 'archive', name, uploadUuid, digest },
        }),
        before: { state: 'uploaded' },
        after: { state: 'queued', name, digest },
      }))
      return respond(202, (await findSync(db)) ?? throwNotFound('import'))
    },
  })
}

const archiveOf = async (db: Database, digest: string): Promise<ArchiveUpload> =>
  (await findArchive(db, digest.toLowerCase())) ?? throwNotFound('import')

const wireArchive = ({ digest, name, size, received }: ArchiveUpload): ArchiveImport => ({
  digest,
  name,
  size,
  pieceBytes,
  received,
})

/** Pieces arrive in order or are repeated. */
function readPosition(text: string, { received, size }: ArchiveUpload): number {
  const position = /^\d{1,7}$/.test(text) ? Number(text) : throwNotFound('piece')
  if (position * pieceBytes >= size) throwNotFound('piece')
  if (position > received) throw new Problem(409, 'pieceInvalid', `Expected piece ${received}`)
  return position
}

/** Throws 503 while another archive is being uploaded. */
async function makeRoom(db: Database, digest: string): Promise<void> {
  for (const { uuid, isIdle } of await listOtherArchives(db, digest)) {
    if (!isIdle) throw new Problem(503, 'busy', 'Another archive is being uploaded. Try again later')
    await deleteUpload(db, uuid)
  }
}
