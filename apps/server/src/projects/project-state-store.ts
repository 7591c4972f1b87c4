import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { coveredColumn, type StoredCovered } from './coverage-store.ts'
import { thisTransaction } from '#platform/database/this-transaction.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyProjectInScope } from './in-scope-store.ts'

// Project administration: editing, archiving, deleting.

/** Locks the project until the transaction ends: no scan or upload starts meanwhile. */
export const lockProject = (tx: Tx, scope: Scope, uuid: string) =>
  tx
    .selectFrom('project')
    .select(['uuid', 'url', 'name'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where(anyProjectInScope(scope))
    .forUpdate()
    .executeTakeFirst()

export interface ProjectChange {
  name?: string | undefined
  tags?: string[] | undefined
  teamUuid?: string | null | undefined
  defaultBranch?: string | null | undefined
}

export const updateProject = (tx: Tx, scope: Scope, { uuid, ...change }: ProjectChange & { uuid: string }) =>
  tx
    .updateTable('project')
    .set({
      changed_in: thisTransaction,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.tags !== undefined && { tags: change.tags }),
      ...(change.teamUuid !== undefined && { team_uuid: change.teamUuid }),
      ...(change.defaultBranch !== undefined && { default_branch: change.defaultBranch }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** An already archived project keeps its archive time. */
export const setArchived = (
  tx: Tx,
  scope: Scope,
  { uuid, isArchived }: { uuid: string; isArchived: boolean },
) =>
  tx
    .updateTable('project')
    .set({ archived_at: isArchived ? new Date() : null, changed_in: thisTransaction })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('archived_at', isArchived ? 'is' : 'is not', null)
    .execute()

/** Hidden from everyone once committed. */
export const markDeleted = (tx: Tx, scope: Scope, uuids: readonly string[]) =>
  tx
    .updateTable('project')
    .set({ deleted_at: new Date(), changed_in: thisTransaction })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', 'in', [...uuids])
    .execute()

/** Demo projects, locked in uuid order. */
export const lockSamples = async (tx: Tx, scope: Scope): Promise<string[]> =>
  (
    await tx
      .selectFrom('project')
      .select('uuid')
      .where('account_uuid', '=', scope.accountUuid)
      .where('is_sample', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('uuid')
      .forUpdate()
      .execute()
  ).map(({ uuid }) => uuid)

/** A hidden project; branches moved into it are deleted with it. */
export async function insertDeletedProject(tx: Tx, scope: Scope): Promise<string> {
  const uuid = randomUUID()
  const url = `deleted:${uuid}`
  await tx
    .insertInto('project')
    .values({ account_uuid: scope.accountUuid, uuid, url, identity: url, name: '', deleted_at: new Date() })
    .execute()
  return uuid
}

/** Most recently scanned first. */
export const listBranches = (db: Database, scope: Scope, projectUuid: string) =>
  db
    .selectFrom('branch')
    .leftJoin('scan', (join) =>
      join
        .onRef('scan.account_uuid', '=', 'branch.account_uuid')
        .onRef('scan.branch_uuid', '=', 'branch.uuid')
        .onRef('scan.number', '=', 'branch.last_number'),
    )
    .select(['branch.uuid', 'name', 'last_number as scans', 'last_scanned_at as lastScannedAt'])
    .select('scan.security_score as score')
    .select(
      sql<StoredCovered | null>`case when scan.number is not null then ${coveredColumn} end`.as('covered'),
    )
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.project_uuid', '=', projectUuid)
    .orderBy('last_scanned_at', (order) => order.desc().nullsLast())
    .orderBy('name')
    .execute()

/** A page of the account's branches, by uuid. */
export const listBranchesAfter = (
  db: Database,
  scope: Scope,
  { after, limit }: { after: string; limit: number },
) =>
  db
    .selectFrom('branch')
    .select(['uuid', 'project_uuid as projectUuid'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '>', after)
    .orderBy('uuid')
    .limit(limit)
    .execute()

/** Locks a branch like a scan does, so a running scan finishes first. */
export const lockBranchOf = (tx: Tx, scope: Scope, branch: { projectUuid: string; uuid: string }) =>
  tx
    .selectFrom('branch')
    .innerJoin('account', 'account.uuid', 'branch.account_uuid')
    .select(['branch.uuid', 'branch.name', 'branch.last_number as scans'])
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.project_uuid', '=', branch.projectUuid)
    .where('branch.uuid', '=', branch.uuid)
    .forKeyShare('account')
    .forUpdate('branch')
    .executeTakeFirst()

export const moveBranch = (tx: Tx, scope: Scope, branch: { uuid: string; projectUuid: string }) =>
  tx
    .updateTable('branch')
    .set({ project_uuid: branch.projectUuid, changed_in: thisTransaction })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', branch.uuid)
    .execute()

/** Includes remaining rows. */
export const deleteBranch = (tx: Tx, scope: Scope, uuid: string) =>
  tx.deleteFrom('branch').where('account_uuid', '=', scope.accountUuid).where('uuid', '=', uuid).execute()

/** Only deletes projects marked as deleted. */
export const deleteMarkedProject = (tx: Tx, scope: Scope, uuid: string) =>
  tx
    .deleteFrom('project')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is not', null)
    .execute()

export const isMarkedDeleted = async (db: Database, scope: Scope, uuid: string): Promise<boolean> =>
  (await db
    .selectFrom('project')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()) !== undefined
