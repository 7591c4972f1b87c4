import type { LiveScans } from '@assay/contract/live.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

export type LiveScan = LiveScans['scans'][number]

/** The scans whose project is in scope, by uuid. */
export async function scansByUuid(
  db: Database,
  scope: Scope,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, LiveScan>> {
  const { rows } = await sql<LiveScan>`
    select scan.uuid as "reportUuid", branch.project_uuid as "projectUuid", branch.uuid as "branchUuid",
      branch.name as branch, (extract(epoch from scan.scanned_at) * 1000)::bigint as "scannedAt"
    from scan
    join branch on branch.account_uuid = scan.account_uuid and branch.uuid = scan.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where scan.account_uuid = ${scope.accountUuid} and scan.uuid = any(${[...new Set(uuids)]}::uuid[])
      and ${projectInScope(scope)}`.execute(db)
  return new Map(rows.map((scan) => [scan.reportUuid, scan]))
}
