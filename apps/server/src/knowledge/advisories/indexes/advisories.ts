import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { IndexFormatError } from '@assay/engine/advisories/index-format.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '#platform/database/database.ts'
import { outageOf } from '#platform/database/outage.ts'
import type { SharedIndex } from './shared-indexes.ts'
import { listIndexVersions, readIndexContent } from './index-store.ts'
import { type Advisories, loadedIndexes } from './loaded-indexes.ts'

/** The loaded indexes, in a form that worker threads can share. */
export interface ProcessAdvisories extends Advisories {
  shared(): SharedIndex[]
}

interface OpenIndex {
  version: number
  index: AdvisoryIndex
  shared: SharedIndex
}

/** Keeps the newest index of each ecosystem in memory and caches its bytes in a file next to the database. */
export function openAdvisories({ db, folder }: { db: Database; folder: string }): ProcessAdvisories {
  const open = new Map<EcosystemId, OpenIndex>()
  const opening = new Map<string, Promise<OpenIndex>>()
  const ensureOpen = async (from: Database, id: EcosystemId, version: number) => {
    if (open.get(id)?.version === version) return
    const key = `${id}-${version}`
    const pending =
      opening.get(key) ?? openNewest({ db: from, folder, id, version }).finally(() => opening.delete(key))
    opening.set(key, pending)
    open.set(id, await pending)
  }
  return {
    async load(ids, from = db) {
      const newest = await listIndexVersions(from)
      for (const id of ids) {
        const version = id === null ? undefined : newest.get(id)
        if (id !== null && version !== undefined) await ensureOpen(from, id, version)
      }
      return loadedIndexes(ids, new Map(open))
    },
    shared: () => [...open.values()].map(({ shared }) => shared),
  }
}

interface IndexFile {
  db: Database
  folder: string
  id: EcosystemId
  version: number
}

/** Opening a file is much faster than reading the same bytes from the database. */
async function openNewest({ db, folder, id, version }: IndexFile): Promise<OpenIndex> {
  const path = join(folder, `${id}-${version}.index`)
  const cached = await openFile(path, { id, version })
  if (cached) return cached
  const content = await readIndexContent(db, id, version)
  await saveFile(path, content)
  return openBytes(content, { id, version })
}

/** Concurrent scans may write the same index: each writes its own temporary file, and the last rename wins. */
async function saveFile(path: string, content: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, content)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    // The cache file is only an optimization: continue without it.
    if (outageOf(error) !== 'storage') throw error
  }
}

/** null if the file does not exist, is truncated or has another format version. */
async function openFile(path: string, about: Pick<SharedIndex, 'id' | 'version'>): Promise<OpenIndex | null> {
  try {
    return openBytes(await readFile(path), about)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing || error instanceof IndexFormatError) return null
    throw error
  }
}

/** Shared memory, aligned to four bytes as the index format requires. */
function openBytes(content: Uint8Array, { id, version }: Pick<SharedIndex, 'id' | 'version'>): OpenIndex {
  const bytes = new SharedArrayBuffer(content.length)
  const view = new Uint8Array(bytes)
  view.set(content)
  const index = openIndex(ecosystemById(id), view)
  return { version, index, shared: { uuid: randomUUID(), id, version, bytes } }
}
