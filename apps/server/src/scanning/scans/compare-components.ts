import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { componentKey, digestWithVersions, type StoredComponents } from './component-rows.ts'
import { type ComponentRow, type DigestedRow, listComponentDigests } from './component-store.ts'
import type { LockedBranch } from './store.ts'

export interface ComponentChanges {
  added: ComponentRow[]
  /** Digests. */
  ended: string[]
  /** Of which a requirer has another version, and nothing else changed. */
  renamed: DigestedRow[]
}

/** What differs from the branch's current components. Rows stored by their requirers' versions stay until these change. */
export async function compareComponents(
  tx: Tx,
  scope: Scope,
  { branch, components: { rows, withContent } }: { branch: LockedBranch; components: StoredComponents },
): Promise<ComponentChanges> {
  const stored =
    branch.lastNumber === 0 ? new Set<string>() : await listComponentDigests(tx, scope, branch.uuid)
  const { kept = [], other = [] } = Object.groupBy(rows, ({ digest }) =>
    stored.has(digest) ? 'kept' : 'other',
  )
  const before = new Map(
    stored.size === kept.length ? [] : other.map((row) => [row, digestWithVersions(row)] as const),
  )
  const added = other.filter((row) => !stored.has(before.get(row) ?? row.digest))
  const current = new Set([...kept.map(({ digest }) => digest), ...before.values()])
  const keys = new Set(added.map(componentKey))
  return {
    added: added.map(withContent),
    ended: [...stored].filter((digest) => !current.has(digest)),
    renamed: kept.filter(({ requiredBy }) => requiredBy.some((requirer) => keys.has(requirer))),
  }
}
