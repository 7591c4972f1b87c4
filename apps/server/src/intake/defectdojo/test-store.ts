import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import { idOfParts } from './dojo-id.ts'
import { hasId, type ListRange } from './place-store.ts'

/** The reports of one scanner for a branch, which replace each other. */
export interface TestRow {
  id: number
  branchUuid: string
  title: string
  scanType: string
}

/** The path under which its report is stored. */
export const pathOfTest = ({ title, scanType }: Pick<TestRow, 'title' | 'scanType'>): string =>
  title === '' ? scanType : `${title}/${scanType}`

/** Two of the same branch, title and type are one. */
export async function ensureTest(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, title, scanType }: Omit<TestRow, 'id'>,
): Promise<number> {
  const id = idOfParts(branchUuid, title, scanType)
  await sql`insert into dojo_test (account_uuid, id, branch_uuid, title, scan_type)
    values (${accountUuid}, ${id}, ${branchUuid}, ${title}, ${scanType}) on conflict do nothing`.execute(tx)
  return id
}

interface TestFilter {
  id?: number | undefined
  engagementId?: number | undefined
  productId?: number | undefined
  scanType?: string | undefined
  title?: string | undefined
}

/** With the number of all. */
export async function listTests(
  db: Database,
  scope: Scope,
  { id, engagementId, productId, scanType, title, limit, offset }: TestFilter & ListRange,
): Promise<{ items: TestRow[]; total: number }> {
  const conditions = [
    hasId(sql`branch_uuid`, engagementId),
    hasId(sql`project.uuid`, productId),
    ...(id === undefined ? [] : [sql`dojo_test.id = ${id}::bigint`]),
    ...(scanType === undefined ? [] : [sql`scan_type = ${scanType}`]),
    ...(title === undefined ? [] : [sql`coalesce(nullif(title, ''), scan_type) = ${title}`]),
  ]
  const { rows } = await sql<TestRow & { total: number }>`
    select dojo_test.id::float8 as id, branch_uuid as "branchUuid", title, scan_type as "scanType",
      count(*) over ()::int as total
    from dojo_test
    join branch on branch.account_uuid = dojo_test.account_uuid and branch.uuid = dojo_test.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where dojo_test.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)} and ${sql.join(conditions, sql` and `)}
    order by branch_uuid, title, scan_type limit ${limit} offset ${offset}`.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

export const findTest = async (db: Database, scope: Scope, filter: TestFilter) =>
  (await listTests(db, scope, { ...filter, limit: 1, offset: 0 })).items[0]
