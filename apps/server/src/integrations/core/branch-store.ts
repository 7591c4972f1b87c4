import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** 'https://github.com/org/repo main'; null if the branch no longer exists. */
export async function findBranchName(db: Database, scope: Scope, branchUuid: string): Promise<string | null> {
  const row = await db
    .selectFrom('branch')
    .innerJoin('project', (join) =>
      join
        .onRef('project.account_uuid', '=', 'branch.account_uuid')
        .onRef('project.uuid', '=', 'branch.project_uuid'),
    )
    .select(['project.url', 'branch.name'])
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.uuid', '=', branchUuid)
    .executeTakeFirst()
  return row ? `${row.url} ${row.name}` : null
}

/** null if the branch no longer exists. */
export const findBranchProject = async (
  db: Database,
  scope: Scope,
  branchUuid: string,
): Promise<string | null> =>
  (
    await db
      .selectFrom('branch')
      .select('project_uuid')
      .where('account_uuid', '=', scope.accountUuid)
      .where('uuid', '=', branchUuid)
      .executeTakeFirst()
  )?.project_uuid ?? null
