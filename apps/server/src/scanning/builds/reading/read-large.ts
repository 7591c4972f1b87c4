import type { Issue } from '@assay/engine/inventory.ts'
import { stat } from 'node:fs/promises'
import type { Scope } from '#auth/scope.ts'
import { listDocumentHeads, loadDocuments, removeFiles } from '#scanning/builds/documents/document-store.ts'
import type { Database } from '#platform/database/database.ts'
import { newSpoolPath, removeSpooled } from '#platform/uploads/spool.ts'
import { inDocumentMemory, mediumDocumentBytes } from '#platform/worker-threads/memory.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { type DocumentHead, headOf, keyOf, totalSize } from '#scanning/builds/documents/document-heads.ts'
import { limitMessage } from './limit-message.ts'
import { readAllInto, type ReadSummary } from './read-all.ts'
import { RecentReadings } from './recent-readings.ts'
import type { BuildDocument } from '#scanning/builds/documents/build-document.ts'

/** The inventory of large documents, in a file because it can have hundreds of megabytes. */
export interface LargeReading {
  /** Equal for documents with the same content and reader. */
  key: string
  /** null if no document could be read. */
  summary: ReadSummary | null
  issues: Issue[]
  path: string
  /** Size of the file. */
  inventoryBytes: number
  /** Total size of the documents. */
  documentBytes: number
}

const recent = new RecentReadings<LargeReading>({
  maxWeight: 8,
  sizeOf: () => 1,
  // Large documents have a longer queue timeout than small ones.
  ms: 600_000,
  onDrop: ({ path }) => removeSpooled(path),
})

/** Processes that read documents of this size or more are restarted afterwards to free their memory. */
const endsProcessBytes = 8 * 1024 * 1024

/** Leaves one process free for smaller work. */
export const leavesRoom = (bytes: number) => ({ isBackground: bytes > mediumDocumentBytes })

/** Reads large documents whose content is in memory. */
export const readReceived = (documents: BuildDocument[]): Promise<LargeReading> =>
  readLarge(documents.map(headOf), async (read) => read(documents))

/** Reads the large documents of a build, loading their content unless the reading is cached. */
export const readStored = async (db: Database, scope: Scope, buildUuid: string): Promise<LargeReading> =>
  readLarge(await listDocumentHeads(db, scope, buildUuid), async (read) => {
    const documents = await loadDocuments(db, scope, buildUuid)
    try {
      return await read(documents)
    } finally {
      await removeFiles(documents)
    }
  })

type Read = (documents: BuildDocument[]) => Promise<LargeReading>

function readLarge(
  heads: readonly DocumentHead[],
  withDocuments: (read: Read) => Promise<LargeReading>,
): Promise<LargeReading> {
  const key = keyOf(heads)
  const size = totalSize(heads)
  const read: Read = (documents) => readInProcess(documents, { key, size })
  return recent.getOrRead(key, () => inDocumentMemory(size, () => withDocuments(read)))
}

async function readInProcess(
  documents: BuildDocument[],
  { key, size }: { key: string; size: number },
): Promise<LargeReading> {
  const path = await newSpoolPath()
  try {
    const { summary, issues } = await runInWorker<ReturnType<typeof readAllInto>>(
      {
        kind: 'read',
        ...leavesRoom(size),
        module: new URL('read-all.ts', import.meta.url),
        name: readAllInto.name,
        endsAfter: size >= endsProcessBytes,
      },
      { documents, path },
    )
    const inventoryBytes = summary === null ? 0 : (await stat(path)).size
    return { key, summary, issues, path, inventoryBytes, documentBytes: size }
  } catch (error) {
    await removeSpooled(path)
    const message = limitMessage(error, 'The document', 'read')
    if (message === null) throw error
    const issue = { code: 'document-too-complex', message, where: documents[0]?.path ?? '' }
    return { key, summary: null, issues: [issue], path, inventoryBytes: 0, documentBytes: size }
  }
}
