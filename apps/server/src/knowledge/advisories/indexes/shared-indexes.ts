import { type AdvisoryIndex, openIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Database } from '#platform/database/database.ts'
import { listIndexVersions } from './index-store.ts'
import { type Advisories, loadedIndexes } from './loaded-indexes.ts'

/** The bytes of one index, shared by all threads of the process. */
export interface SharedIndex {
  /** Each message deserializes to a new object over the same bytes. */
  uuid: string
  id: EcosystemId
  version: number
  bytes: SharedArrayBuffer
}

/** Thrown in a worker thread if an index is missing or outdated. */
export class MissingIndexesError extends Error {
  override readonly name = 'MissingIndexesError'
  readonly ids: EcosystemId[]

  constructor(ids: EcosystemId[]) {
    super(`Advisory indexes are missing in this thread: ${ids.join(', ')}`)
    this.ids = ids
  }
}

/** Per thread: opening takes time, and an index caches looked-up packages. */
const open = new Map<EcosystemId, { uuid: string; index: AdvisoryIndex }>()

/** The indexes loaded by another thread. */
export const openShared = (db: Database, shared: readonly SharedIndex[]): Advisories => ({
  async load(ids) {
    const newest = await listIndexVersions(db)
    const loaded = new Map(shared.map((index) => [index.id, index]))
    const requested = [...ids].filter((id) => id !== null).filter((id) => newest.has(id))
    const missing = requested.filter((id) => loaded.get(id)?.version !== newest.get(id))
    if (missing.length > 0) throw new MissingIndexesError(missing)
    const indexes = new Map(
      requested.map((id) => [id, { ...loaded.get(id)!, index: indexOf(loaded.get(id)!) }]),
    )
    return loadedIndexes(ids, indexes)
  },
})

function indexOf({ uuid, id, bytes }: SharedIndex): AdvisoryIndex {
  const cached = open.get(id)
  if (cached?.uuid === uuid) return cached.index
  const index = openIndex(ecosystemById(id), new Uint8Array(bytes))
  open.set(id, { uuid, index })
  return index
}
