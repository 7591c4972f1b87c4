import type { Threshold } from '@assay/contract/accounts.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { listMinimums, type MinimumsRow, setMinimums } from '#projects/policies/store.ts'
import { hasTag } from '#projects/tags/store.ts'

/** Minimum scores of tags, by name. */
export const thresholdsOf = (rows: readonly MinimumsRow[]): Threshold[] =>
  rows.flatMap(({ tags: [tag], minimums: { security = null, stability = null, licensing = null } }) =>
    tag === undefined
      ? []
      : [{ tag, minimumSecurity: security, minimumStability: stability, minimumLicensing: licensing }],
  )

/** Replaces all of them. Throws 404 for an unknown tag. */
export async function replaceThresholds(tx: Tx, scope: Scope, thresholds: readonly Threshold[]) {
  const named = new Set(thresholds.map(({ tag }) => tag))
  for (const { tag } of thresholdsOf(await listMinimums(tx, scope)))
    if (!named.has(tag)) await setMinimums(tx, scope, { tag, minimums: null })
  for (const { tag, minimumSecurity, minimumStability, minimumLicensing } of thresholds) {
    if (!(await hasTag(tx, scope, tag))) throwNotFound('tag')
    const minimums = {
      security: minimumSecurity,
      stability: minimumStability,
      licensing: minimumLicensing,
    }
    await setMinimums(tx, scope, { tag, minimums })
  }
}
