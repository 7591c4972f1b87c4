import type { AdvisoryIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Database } from '#platform/database/database.ts'

/** A snapshot of the advisory indexes. */
export interface LoadedIndexes {
  /** null if the ecosystem has no advisories. */
  get(id: EcosystemId): AdvisoryIndex | null
  versions: Record<string, number>
}

export interface Advisories {
  /**
   * Loads what changed since the last call. Throws if an existing index cannot be read.
   * @param from The transaction of a caller that is in one: many at once would wait for a second connection each.
   */
  load(ids: ReadonlySet<EcosystemId | null>, from?: Database): Promise<LoadedIndexes>
}

export const loadedIndexes = (
  ids: ReadonlySet<EcosystemId | null>,
  loaded: ReadonlyMap<EcosystemId, { version: number; index: AdvisoryIndex }>,
): LoadedIndexes => ({
  get: (id) => loaded.get(id)?.index ?? null,
  versions: Object.fromEntries(
    [...ids].filter((id) => id !== null).map((id) => [id, loaded.get(id)?.version ?? 0]),
  ),
})
