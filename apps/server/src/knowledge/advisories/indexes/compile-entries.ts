import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import type { AffectedPackage, IndexEntry } from '@assay/engine/advisories/advisory.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { StoredEntry } from '#knowledge/advisories/clusters/package-store.ts'

export interface CompiledEntries {
  content: Uint8Array
  /** Version ranges that could not be compiled. */
  issues: Issue[]
}

/** Runs in a worker thread, so input and output must be structured-cloneable. */
export function compileEntries({
  id,
  entries,
}: {
  id: EcosystemId
  entries: StoredEntry[]
}): CompiledEntries {
  const issues: Issue[] = []
  const content = compileIndex(
    ecosystemById(id),
    entries.values().map(entryOf),
    ({ recordId, packageName, range }) => {
      const bounds = Object.values(range).join(', ')
      issues.push({
        code: 'range-invalid',
        message: `${packageName}: ${bounds} is not a version range`,
        where: recordId,
      })
    },
  )
  return { content, issues }
}

const entryOf = ({ recordId, affected, ...facts }: StoredEntry): IndexEntry => ({
  recordId,
  affected: JSON.parse(affected) as AffectedPackage,
  facts,
})
