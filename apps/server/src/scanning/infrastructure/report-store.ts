import type { EvaluatedResult } from '@assay/engine/infrastructure/apply-policies.ts'
import { type Selectable, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'

export type InfrastructureScanRow = NonNullable<Awaited<ReturnType<typeof findLastInfrastructureScan>>>

const scansOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('isaac_scan')
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.account_uuid', '=', 'isaac_scan.account_uuid')
        .onRef('branch.uuid', '=', 'isaac_scan.branch_uuid'),
    )
    .select([
      ...(['isaac_scan.uuid', 'isaac_scan.branch_uuid as branchUuid', 'branch.name as branch'] as const),
      ...(['number', 'scanned_at as scannedAt', 'tools', 'severities', 'issues'] as const),
      ...(['finding_count as findingCount', 'introduced_count as introducedCount'] as const),
      'fixed_count as fixedCount',
    ])
    .select(sql<number>`jsonb_array_length(excluded)`.as('excludedCount'))
    .where('isaac_scan.account_uuid', '=', scope.accountUuid)

/** The newest scan of the branch, or of the project's most recently scanned branch. */
export const findLastInfrastructureScan = (
  db: Database,
  scope: Scope,
  { projectUuid, branchUuid }: { projectUuid: string; branchUuid?: string | undefined },
) =>
  scansOf(db, scope)
    .where('isaac_scan.project_uuid', '=', projectUuid)
    .$if(branchUuid !== undefined, (query) => query.where('isaac_scan.branch_uuid', '=', branchUuid!))
    .orderBy('scanned_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findInfrastructureScan = (
  db: Database,
  scope: Scope,
  { projectUuid, uuid }: { projectUuid: string; uuid: string },
) =>
  scansOf(db, scope)
    .where('isaac_scan.project_uuid', '=', projectUuid)
    .where('isaac_scan.uuid', '=', uuid)
    .executeTakeFirst()

export type ResultRow = Selectable<Schema['isaac_finding']>

/** Findings open at the scan and those it ended, by file. */
export const resultPages = (
  db: Database,
  scope: Scope,
  { branchUuid, number }: Pick<InfrastructureScanRow, 'branchUuid' | 'number'>,
) =>
  readPages((after: ResultRow | undefined) =>
    readPage<ResultRow>(db, {
      query: db
        .selectFrom('isaac_finding')
        .selectAll()
        .where('account_uuid', '=', scope.accountUuid)
        .where('branch_uuid', '=', branchUuid)
        .where('introduced_number', '<=', number)
        .where((eb) => eb.or([eb('ended_number', 'is', null), eb('ended_number', '>=', number)]))
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(path, sysid, uuid) > (${after!.path}, ${after!.sysid}, ${after!.uuid}::uuid)`,
          ),
        )
        .orderBy('path')
        .orderBy('sysid')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`path, sysid, uuid`,
    }),
  )

/** One page of results that do not count. */
export async function readExcluded(
  db: Database,
  scope: Scope,
  { uuid, from }: { uuid: string; from: number },
): Promise<EvaluatedResult[]> {
  const { rows } = await sql<{ result: EvaluatedResult }>`
    select result from isaac_scan cross join jsonb_array_elements(excluded) with ordinality listed(result, position)
    where account_uuid = ${scope.accountUuid} and uuid = ${uuid}::uuid and position > ${from}
    order by position limit ${maxPageRows}`.execute(db)
  return rows.map(({ result }) => result)
}
