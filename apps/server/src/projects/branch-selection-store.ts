import { sql } from 'kysely'
import { defaultBranches } from '@assay/contract/metrics.ts'

/** Condition on a row of the branch table: one of these LIKE patterns, or `@default` for the branch shown first. */
export function isNamedLike(branchPatterns: readonly string[]) {
  if (branchPatterns.length === 0) return sql`true`
  const names = branchPatterns.filter((pattern) => pattern !== defaultBranches)
  const isNamed = sql`regexp_replace(branch.name, '\\s', '', 'g') like any(${names}::text[])`
  if (names.length === branchPatterns.length) return isNamed
  return sql`(${isNamed} or branch.uuid = (${firstBranch}))`
}

/** As findMainBranch and firstBranchesOf. The collation is that of the packed numbers. */
const firstBranch = sql`
  select first.uuid from branch first
  join project of_first on of_first.account_uuid = first.account_uuid and of_first.uuid = first.project_uuid
  where first.account_uuid = branch.account_uuid and first.project_uuid = branch.project_uuid and first.last_number > 0
  order by first.name = coalesce(of_first.default_branch, 'main') desc, first.last_scanned_at desc, first.name collate "C"
  limit 1`
