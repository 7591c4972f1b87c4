import type { Inventory, Issue } from '@assay/engine/inventory.ts'
import { Piscina } from 'piscina'
import type { BuildDocument } from '../builds/store.ts'
import { readAll } from './read-all.ts'

export interface ReadInventory {
  /** null when no document could be read. */
  inventory: Inventory | null
  issues: Issue[]
}

/** Above this, reading would hold up other requests: a worker thread does it. */
const inlineLimitBytes = 1024 * 1024
/** A document that needs more ends its thread, not the process. */
const threadMemoryMb = 4096

let threads: Piscina | undefined

/** Reads a build's documents into one inventory. */
export async function readInventory(documents: BuildDocument[]): Promise<ReadInventory> {
  const size = documents.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size <= inlineLimitBytes) return readAll(documents)
  threads ??= new Piscina({
    filename: new URL('read-all.ts', import.meta.url).href,
    name: 'readAll',
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
  })
  try {
    return (await threads.run(documents)) as ReadInventory
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw error
    const message = 'The document needs more memory to read than this server gives'
    return {
      inventory: null,
      issues: [{ code: 'document-too-complex', message, where: documents[0]?.path ?? '' }],
    }
  }
}

export const stopReading = async (): Promise<void> => {
  await threads?.destroy()
  threads = undefined
}
