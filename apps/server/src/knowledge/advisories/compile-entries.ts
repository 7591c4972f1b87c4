import { compileIndex } from '@assay/engine/advisories/compile-index.ts'
import type { IndexEntry } from '@assay/engine/advisories/advisory.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import type { Issue } from '@assay/engine/inventory.ts'

export interface CompiledEntries {
  content: Uint8Array
  /** Ranges that could not go into the index. */
  issues: Issue[]
}

/** Also the worker thread's work: takes and gives plain values. */
export function compileEntries({ id, entries }: { id: EcosystemId; entries: IndexEntry[] }): CompiledEntries {
  const issues: Issue[] = []
  const content = compileIndex(ecosystemById(id), entries, ({ recordId, packageName, range }) => {
    const bounds = Object.values(range).join(', ')
    issues.push({
      code: 'range-invalid',
      message: `${packageName}: ${bounds} is no range of versions`,
      where: recordId,
    })
  })
  return { content, issues }
}
