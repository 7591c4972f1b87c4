import type { RkvstSbom } from '@assay/contract/rkvst.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

export type SbomState = RkvstSbom['state']

/** Uuids of the account's linked branches. */
export async function listLinked(db: Database, scope: Scope): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select branch.project_uuid || ' ' || branch.name as key
    from ledger_branch join branch on branch.account_uuid = ledger_branch.account_uuid
      and branch.uuid = ledger_branch.branch_uuid
    where ledger_branch.account_uuid = ${scope.accountUuid} and is_linked`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export const findLink = (db: Database, scope: Scope, branchUuid: string) =>
  db
    .selectFrom('ledger_branch')
    .select(['is_linked as isLinked', 'asset_id as assetId'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .executeTakeFirst()

export async function setLinked(
  tx: Tx,
  scope: Scope,
  { branchUuid, isLinked }: { branchUuid: string; isLinked: boolean },
): Promise<void> {
  await tx
    .insertInto('ledger_branch')
    .values({ account_uuid: scope.accountUuid, branch_uuid: branchUuid, is_linked: isLinked })
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'branch_uuid']).doUpdateSet({ is_linked: isLinked }),
    )
    .execute()
}

export async function saveAsset(
  db: Database,
  scope: Scope,
  { branchUuid, assetId }: { branchUuid: string; assetId: string },
): Promise<void> {
  await db
    .insertInto('ledger_branch')
    .values({ account_uuid: scope.accountUuid, branch_uuid: branchUuid, is_linked: false, asset_id: assetId })
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'branch_uuid']).doUpdateSet({ asset_id: assetId }),
    )
    .execute()
}

/** Finds or creates the SBOM of the scan. */
export async function ensureSbom(
  tx: Tx,
  scope: Scope,
  of: { projectUuid: string; branchUuid: string; scanUuid: string },
): Promise<SbomRow> {
  await tx
    .insertInto('published_sbom')
    .values({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      project_uuid: of.projectUuid,
      branch_uuid: of.branchUuid,
      scan_uuid: of.scanUuid,
      wanted: 'uploaded',
    })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'scan_uuid']).doNothing())
    .execute()
  return tx
    .selectFrom('published_sbom')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('scan_uuid', '=', of.scanUuid)
    .executeTakeFirstOrThrow()
}

/** The setup of a project in scope. */
export const findSbomRow = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('published_sbom')
    .innerJoin('project', (join) =>
      join
        .onRef('project.account_uuid', '=', 'published_sbom.account_uuid')
        .onRef('project.uuid', '=', 'published_sbom.project_uuid'),
    )
    .selectAll('published_sbom')
    .where('published_sbom.account_uuid', '=', scope.accountUuid)
    .where('published_sbom.uuid', '=', uuid)
    .where(projectInScope(scope))
    .executeTakeFirst()

export type SbomRow = NonNullable<Awaited<ReturnType<typeof findSbomRow>>>

export const listSboms = (
  db: Database,
  scope: Scope,
  { branchUuid, limit }: { branchUuid: string; limit: number },
) =>
  db
    .selectFrom('published_sbom')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .limit(limit)
    .execute()

export const updateSbom = (
  db: Database,
  scope: Scope,
  { uuid, ...change }: { uuid: string; state?: SbomState; wanted?: SbomState; remote_id?: string },
) =>
  db
    .updateTable('published_sbom')
    .set({ ...change, updated_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirst()
