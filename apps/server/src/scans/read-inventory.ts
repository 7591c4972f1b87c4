import type { Inventory, Issue } from '@assay/engine/inventory.ts'
import { createHash } from 'node:crypto'
import type { BuildDocument } from '../builds/store.ts'
import { runInThread, ThreadMemoryError } from '../threads/threads.ts'
import { readAll } from './read-all.ts'

export interface ReadInventory {
  /** null when no document could be read. */
  inventory: Inventory | null
  issues: Issue[]
}

/** Above this, reading would hold up other requests: a worker thread does it. */
const inlineLimitBytes = 1024 * 1024

/**
 * An upload is read before it is stored, to refuse what is unreadable, and scanned a moment later, mostly by the same
 * process: the last readings are kept, so that a document is parsed once.
 */
const recent = new Map<string, Promise<ReadInventory>>()
const mostRecent = 4
const recentMs = 30_000

/** Reads a build's documents into one inventory, which is shared and must not be changed. */
export function readInventory(documents: BuildDocument[]): Promise<ReadInventory> {
  const key = keyOf(documents)
  const known = recent.get(key)
  if (known) return known
  const reading = readNow(documents)
  recent.set(key, reading)
  const forget = () => recent.get(key) === reading && recent.delete(key)
  reading.then(() => setTimeout(forget, recentMs).unref(), forget)
  for (const oldest of recent.keys()) {
    if (recent.size <= mostRecent) break
    recent.delete(oldest)
  }
  return reading
}

function keyOf(documents: BuildDocument[]): string {
  const hash = createHash('sha256')
  for (const { format, path, bytes } of documents) {
    hash.update(JSON.stringify([format, path, bytes.length])).update(bytes)
  }
  return hash.digest('base64')
}

async function readNow(documents: BuildDocument[]): Promise<ReadInventory> {
  const size = documents.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size <= inlineLimitBytes) return readAll(documents)
  try {
    return await runInThread({ module: new URL('read-all.ts', import.meta.url), name: 'readAll' }, documents)
  } catch (error) {
    if (!(error instanceof ThreadMemoryError)) throw error
    const message = 'The document needs more memory to read than this server gives'
    const where = documents[0]?.path ?? ''
    return { inventory: null, issues: [{ code: 'document-too-complex', message, where }] }
  }
}
