import type { VexStatement } from '../../../inventory.ts'
import { listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import type { Components } from './cyclonedx-components.ts'

/**
 * The vulnerabilities that patches of the components resolve, as statements like 'resolved_with_pedigree'.
 * Source: https://cyclonedx.org/docs/1.7/json/#components_items_pedigree_patches_items_resolves
 */
export function readPatches({ entriesOf }: Components): VexStatement[] {
  return entriesOf.flatMap((entries, index) => {
    if (!entries.some(({ pedigree }) => pedigree)) return []
    const issues = entries.map(resolvedIssues)
    // If the package is listed without the patch as well, nothing is resolved.
    const counts = countEntries(issues)
    const resolved = issues[0]!.filter(({ ids }) => ids.some((id) => counts.get(id) === entries.length))
    return resolved.map(({ ids, patch }) => ({
      ids,
      status: 'fixed' as const,
      justification: 'resolved_with_pedigree',
      detail: patch === '' ? 'Resolved by a patch.' : `Resolved by a patch (${patch}).`,
      components: [index],
    }))
  })
}

/** The number of entries that resolve each id. */
function countEntries(issues: readonly ResolvedIssue[][]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const ofEntry of issues)
    for (const id of new Set(ofEntry.flatMap(({ ids }) => ids))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

interface ResolvedIssue {
  ids: string[]
  /** The type of the patch: 'backport'. */
  patch: string
}

function resolvedIssues(component: Record<string, unknown>): ResolvedIssue[] {
  const patches = listOf(recordOf(component['pedigree'])['patches']).map(recordOf)
  return patches.flatMap((patch) =>
    listOf(patch['resolves']).flatMap((issue) => {
      const { id, name } = recordOf(issue)
      const ids = [...new Set([shortTextOf(id), shortTextOf(name)])].filter((each) => each !== '')
      return ids.length === 0 ? [] : [{ ids, patch: shortTextOf(patch['type']) }]
    }),
  )
}
