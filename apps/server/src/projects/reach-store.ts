import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * Whether a row of the table project is in reach and belongs in dashboards, lists and counts: it is not archived. To
 * stand beside its account's condition.
 */
export const projectInReach = (scope: Scope): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${anyProjectInReach(scope)} and project.archived_at is null)`

/** The same with archived ones: for what is asked by its id. Nothing of a project that is being deleted is in reach. */
export function anyProjectInReach(scope: Scope): RawBuilder<SqlBool> {
  const ofTeams =
    scope.teams === 'all' ? sql`true` : sql`project.team_uuid = any(${teamUuids(scope)}::uuid[])`
  const ofToken = scope.project === null ? sql`true` : sql`project.uuid = ${scope.project}::uuid`
  return sql<SqlBool>`(project.deleted_at is null and ${ofTeams} and ${ofToken})`
}

/** Whether what a rule names is not a project that is being deleted; the column may be null. */
export const ofNoDeletedProject = (scope: Scope, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (
    select from project where project.account_uuid = ${scope.accountUuid}
      and project.uuid = ${sql.ref(column)} and project.deleted_at is not null)`

/** The teams of the scope as uuid[]; of a token for one project, the team of that project. */
export const teamsInReach = (scope: Scope): RawBuilder<string[]> =>
  scope.project === null
    ? sql`${teamUuids(scope)}::uuid[]`
    : sql`array(
        select project.team_uuid from project
        where project.account_uuid = ${scope.accountUuid} and project.team_uuid is not null
          and ${anyProjectInReach(scope)})`

/** Whether a row with the column team_uuids is in reach; null there is the whole account, and in everyone's reach. */
export const ruleInReach = (scope: Scope): RawBuilder<SqlBool> =>
  scope.teams === 'all' && scope.project === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce(team_uuids && ${teamsInReach(scope)}, true)`

/** Whether each of the projects exists and is in reach. */
export async function areInReach(db: Database, scope: Scope, uuids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project
    where account_uuid = ${scope.accountUuid} and uuid = any(${wanted}::uuid[]) and ${projectInReach(scope)}`.execute(
    db,
  )
  return rows[0]?.count === wanted.length
}
