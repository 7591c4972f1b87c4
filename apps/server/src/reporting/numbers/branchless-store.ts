import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { ProjectFacts } from './directory.ts'

export type BranchlessProject = Pick<ProjectFacts, 'uuid' | 'teamUuid' | 'groupUuids'>

/** Active projects of groups without a branch: the numbers know all others by their branches. */
export async function readBranchless(db: Database, { accountUuid }: Scope): Promise<BranchlessProject[]> {
  const { rows } = await sql<BranchlessProject>`
    select uuid, team_uuid as "teamUuid", group_uuids::text[] as "groupUuids" from project
    where account_uuid = ${accountUuid} and group_uuids <> '{}' and archived_at is null and deleted_at is null
      and not exists (
        select from branch where branch.account_uuid = project.account_uuid and project_uuid = project.uuid)`.execute(
    db,
  )
  return rows
}
