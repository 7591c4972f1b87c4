import type { Issue } from '@assay/engine/inventory.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { headOf, isLarge } from '#scanning/builds/documents/document-heads.ts'
import { limitMessage } from './limit-message.ts'
import type { ReadSummary } from './read-all.ts'
import { readReceived } from './read-large.ts'
import { summarizeSmall } from './read-small.ts'
import type { BuildDocument } from '#scanning/builds/documents/build-document.ts'

interface Summarized {
  /** null if no document could be read. */
  summary: ReadSummary | null
  issues: Issue[]
}

/** Reads a build's documents in a thread or process, which caches the inventory for the scan that follows. */
export async function summarizeDocuments(buildUuid: string, documents: BuildDocument[]): Promise<Summarized> {
  if (isLarge(documents.map(headOf))) return readReceived(documents)
  try {
    return await runInWorker<Summarized>(
      {
        kind: 'scan',
        module: new URL('read-small.ts', import.meta.url),
        name: summarizeSmall.name,
        key: buildUuid,
      },
      documents,
    )
  } catch (error) {
    const message = limitMessage(error, 'The document', 'read')
    if (message === null) throw error
    const issue = { code: 'document-too-complex', message, where: documents[0]?.path ?? '' }
    return { summary: null, issues: [issue] }
  }
}
