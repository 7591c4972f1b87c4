import { type AdvisoryText, joinTexts } from '@assay/engine/advisories/advisory-text.ts'
import type { Scope } from '#auth/scope.ts'
import { type AdvisoryBrief, readBriefs } from '#knowledge/advisories/clusters/read-briefs.ts'
import { readRecords } from '#knowledge/advisories/clusters/read-texts.ts'
import type { Database } from '#platform/database/database.ts'
import { readOwnAdvisories } from './read-own-advisories.ts'

/** The texts of advisories, by uuid, with what the account's own say of them. Loaded only for findings. */
export async function readAccountTexts(
  db: Database,
  scope: Scope,
  advisoryUuids: Iterable<string>,
): Promise<Map<string, AdvisoryText>> {
  const uuids = [...new Set(advisoryUuids)]
  if (uuids.length === 0) return new Map()
  const [shared, own] = await Promise.all([readRecords(db, uuids), readOwnAdvisories(db, scope)])
  return new Map(
    uuids.flatMap((uuid) => {
      const records = [...(shared.get(uuid) ?? []), ...(own.records.get(uuid) ?? [])]
      return records.length === 0 ? [] : [[uuid, joinTexts(records)] as const]
    }),
  )
}

/** The same, of what lists show. */
export async function readAccountBriefs(
  db: Database,
  scope: Scope,
  advisoryUuids: ReadonlySet<string>,
): Promise<Map<string, AdvisoryBrief>> {
  const [briefs, own] = await Promise.all([readBriefs(db, advisoryUuids), readOwnAdvisories(db, scope)])
  const named = [...advisoryUuids].filter((uuid) => own.records.has(uuid))
  const texts = await readAccountTexts(db, scope, named)
  return new Map([...briefs, ...texts])
}
