import type { RetainedKind, RetentionPreview, RetentionSettings } from '@assay/contract/retention.ts'
import { retainedKinds } from '@assay/contract/retention.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { RemovedAmount } from '#platform/database/removable-rows.ts'
import { removalsOf } from './kinds.ts'

/** What the settings would remove now, of each kind for which they set a time. */
export async function previewRemoval(
  db: Database,
  scope: Scope,
  settings: RetentionSettings,
): Promise<RetentionPreview> {
  const amounts = new Map<RetainedKind, RemovedAmount>()
  for (const { kind, count } of removalsOf(settings, new Date())) {
    const { count: known, bytes } = amounts.get(kind) ?? { count: 0, bytes: 0 }
    const more = await count(db, scope)
    amounts.set(kind, { count: known + more.count, bytes: bytes + more.bytes })
  }
  return {
    kinds: retainedKinds.flatMap((kind) => (amounts.has(kind) ? { kind, ...amounts.get(kind)! } : [])),
  }
}
