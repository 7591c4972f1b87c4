import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'

/** Scans with the numbers that are shown beside each other; the caller has checked that the project is in reach. */
const scanRows = (db: Database, scope: Scope) =>
  db
    .selectFrom('scan')
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.account_uuid', '=', 'scan.account_uuid')
        .onRef('branch.uuid', '=', 'scan.branch_uuid'),
    )
    .innerJoin('build', (join) =>
      join.onRef('build.account_uuid', '=', 'scan.account_uuid').onRef('build.uuid', '=', 'scan.build_uuid'),
    )
    .select([
      ...(['scan.uuid', 'scan.number', 'scan.scanned_at', 'scan.outcome', 'scan.declared_outcome'] as const),
      ...(['scan.security_score', 'scan.stability_score', 'scan.licensing_score'] as const),
      ...(['scan.vulnerability_count', 'scan.vulnerability_delta', 'scan.mitigation_count'] as const),
      ...(['scan.component_count', 'build.source', 'branch.name as branch'] as const),
    ])
    .where('scan.account_uuid', '=', scope.accountUuid)

/** Newest first. */
export const listScanRows = (db: Database, scope: Scope, of: { branchUuid: string; limit: number }) =>
  scanRows(db, scope)
    .where('scan.branch_uuid', '=', of.branchUuid)
    .orderBy('scan.number', 'desc')
    .limit(of.limit)
    .execute()

export const findScanRow = (db: Database, scope: Scope, uuid: string) =>
  scanRows(db, scope).where('scan.uuid', '=', uuid).executeTakeFirstOrThrow()

export type ScanItemRow = Awaited<ReturnType<typeof findScanRow>>

/** The uuids of a branch's scans, by number. */
export async function scanUuids(
  db: Database,
  scope: Scope,
  of: { branchUuid: string; numbers: Iterable<number> },
): Promise<Map<number, string>> {
  const isWanted: Expression<SqlBool> = sql`number = any(${[...new Set(of.numbers)]}::int[])`
  const rows = await db
    .selectFrom('scan')
    .select(['number', 'uuid'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', of.branchUuid)
    .where(isWanted)
    .execute()
  return new Map(rows.map(({ number, uuid }) => [number, uuid]))
}
