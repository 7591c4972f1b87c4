import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { IndexFormatError } from '@assay/engine/advisories/index-format.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { listIndexVersions, readIndexContent } from './store.ts'

/** The advisory indexes as of one moment. */
export interface LoadedIndexes {
  /** null: no advisories are known for the ecosystem. */
  get(id: EcosystemId): AdvisoryIndex | null
  versions: Record<string, number>
}

export interface Advisories {
  /** Loads what changed since the last time; throws when an index that exists cannot be read. */
  load(ids: ReadonlySet<EcosystemId | null>): Promise<LoadedIndexes>
}

/** Keeps the newest index of each ecosystem open, and its bytes in a file beside the database. */
export function openAdvisories({ db, folder }: { db: Database; folder: string }): Advisories {
  const open = new Map<EcosystemId, { version: number; index: AdvisoryIndex }>()
  return {
    async load(ids) {
      const newest = await listIndexVersions(db)
      for (const id of ids) {
        const version = id === null ? undefined : newest.get(id)
        if (id === null || version === undefined || open.get(id)?.version === version) continue
        open.set(id, { version, index: await openNewest({ db, folder, id, version }) })
      }
      const loaded = new Map(open)
      return {
        get: (id) => loaded.get(id)?.index ?? null,
        versions: Object.fromEntries(
          [...ids].filter((id) => id !== null).map((id) => [id, loaded.get(id)?.version ?? 0]),
        ),
      }
    },
  }
}

interface IndexFile {
  db: Database
  folder: string
  id: EcosystemId
  version: number
}

/** A file opens in a fraction of the time that the database takes to hand out the same bytes. */
async function openNewest({ db, folder, id, version }: IndexFile): Promise<AdvisoryIndex> {
  const path = join(folder, `${id}-${version}.index`)
  const cached = await openFile(path, id)
  if (cached) return cached
  const content = await readIndexContent(db, id, version)
  await mkdir(folder, { recursive: true })
  // Several scans may come here at once: each writes a draft of its own, and the last one stays.
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, content)
  await rename(draft, path)
  return openIndex(ecosystemById(id), aligned(content))
}

/** null when there is no such file, or one that a full disk or another version left behind. */
async function openFile(path: string, id: EcosystemId): Promise<AdvisoryIndex | null> {
  try {
    return openIndex(ecosystemById(id), aligned(await readFile(path)))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing || error instanceof IndexFormatError) return null
    throw error
  }
}

/** The index is read in words of four bytes. */
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
