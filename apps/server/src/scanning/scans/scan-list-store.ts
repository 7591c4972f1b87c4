import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { coveredColumn } from '#projects/coverage-store.ts'

/** Scans with the numbers shown in lists. The caller checks access to the project. */
const scanItems = (db: Database, scope: Scope) =>
  db
    .selectFrom('scan')
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.account_uuid', '=', 'scan.account_uuid')
        .onRef('branch.uuid', '=', 'scan.branch_uuid'),
    )
    .select([
      ...(['scan.uuid', 'scan.number', 'scan.scanned_at', 'scan.outcome', 'scan.declared_outcome'] as const),
      ...(['scan.security_score', 'scan.stability_score', 'scan.licensing_score'] as const),
      ...(['scan.vulnerability_count', 'scan.vulnerability_delta', 'scan.mitigation_count'] as const),
      ...([
        'scan.component_count',
        'scan.libyears',
        'scan.unknown_releases',
        'scan.index_versions',
        'scan.advisory_data',
        'scan.issues',
        'branch.name as branch',
      ] as const),
    ])
    .select(sql<boolean>`scan.number = branch.last_number`.as('is_newest'))
    .select(coveredColumn.as('covered'))
    .select((eb) =>
      eb
        .selectFrom('build')
        .select('build.source')
        .whereRef('build.account_uuid', '=', 'scan.account_uuid')
        .whereRef('build.uuid', '=', 'scan.build_uuid')
        .$asScalar()
        .$notNull()
        .as('source'),
    )
    .where('scan.account_uuid', '=', scope.accountUuid)

interface ScanQuery {
  branchUuid: string
  limit?: number
}

/** Newest first. */
export const listScans = (db: Database, scope: Scope, { branchUuid, limit }: ScanQuery) =>
  scanItems(db, scope)
    .where('scan.branch_uuid', '=', branchUuid)
    .orderBy('scan.scanned_at', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute()

export const findScanItem = (db: Database, scope: Scope, uuid: string) =>
  scanItems(db, scope).where('scan.uuid', '=', uuid).executeTakeFirstOrThrow()

export type ScanItemRow = Awaited<ReturnType<typeof findScanItem>>

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
