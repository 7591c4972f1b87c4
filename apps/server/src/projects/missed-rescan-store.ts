import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

// Archived projects are not rescanned: missed rescans are recorded and made up for when the project is restored.

interface NamedBranch {
  accountUuid: string
  branchUuid: string
}

/** Records missed rescans of archived projects and locks these until the transaction ends. */
export const recordMissedRescans = (tx: Tx, branches: readonly NamedBranch[]) =>
  sql`
    with given as (
      select * from unnest(${branches.map(({ accountUuid }) => accountUuid)}::uuid[],
        ${branches.map(({ branchUuid }) => branchUuid)}::uuid[]) as given(account_uuid, branch_uuid)
    ), archived as (
      select project.account_uuid, project.uuid from project
      where project.archived_at is not null and (project.account_uuid, project.uuid) in (
        select branch.account_uuid, branch.project_uuid from given
        join branch on branch.account_uuid = given.account_uuid and branch.uuid = given.branch_uuid)
      order by project.uuid for share
    )
    update branch set missed_rescan = true
    from given, archived
    where branch.account_uuid = given.account_uuid and branch.uuid = given.branch_uuid
      and archived.account_uuid = branch.account_uuid and archived.uuid = branch.project_uuid
      and not branch.missed_rescan`.execute(tx)

/** Removes and returns the project's branches with missed rescans. */
export async function claimMissedRescans(tx: Tx, scope: Scope, projectUuid: string): Promise<NamedBranch[]> {
  const rows = await tx
    .updateTable('branch')
    .set({ missed_rescan: false })
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .where('missed_rescan', '=', true)
    .returning('uuid')
    .execute()
  return rows.map(({ uuid }) => ({ accountUuid: scope.accountUuid, branchUuid: uuid }))
}
