import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * Whether a project row is in scope and active, as shown in dashboards, lists and counts. Combine with a condition on
 * the account.
 */
export const projectInScope = (scope: Scope): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${anyProjectInScope(scope)} and project.archived_at is null)`

/** Includes archived projects, for lookups by id. Projects being deleted are never in scope. */
export function anyProjectInScope(scope: Scope): RawBuilder<SqlBool> {
  const ofTeams =
    scope.teams === 'all'
      ? sql`true`
      : sql`(project.team_uuid = any(${teamUuids(scope)}::uuid[]) or ${inGroups(scope.groups)})`
  const ofToken = scope.project === null ? sql`true` : sql`project.uuid = ${scope.project}::uuid`
  return sql<SqlBool>`(project.deleted_at is null and ${ofTeams} and ${ofToken})`
}

const inGroups = (groups: readonly string[]) =>
  groups.length === 0 ? sql`false` : sql`project.group_uuids && ${groups}::uuid[]`

/** Condition on a project row: in the group or one below it. null for any project. */
export const isInGroup = (groupUuid: string | null): RawBuilder<SqlBool> =>
  groupUuid === null ? sql<SqlBool>`true` : sql<SqlBool>`${groupUuid}::uuid = any(project.group_uuids)`

/** Whether the nullable project column does not reference a project being deleted. */
export const ofNoDeletedProject = (scope: Scope, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (
    select from project where project.account_uuid = ${scope.accountUuid}
      and project.uuid = ${sql.ref(column)} and project.deleted_at is not null)`

/** The scope's teams as uuid[]. For a project token, the team of that project. */
export const teamsInScope = (scope: Scope): RawBuilder<string[]> =>
  scope.project === null
    ? sql`${teamUuids(scope)}::uuid[]`
    : sql`array(
        select project.team_uuid from project
        where project.account_uuid = ${scope.accountUuid} and project.team_uuid is not null
          and ${anyProjectInScope(scope)})`

/** Whether a row with the column team_uuids is in scope. null stands for the whole account and is visible to all. */
export const ruleInScope = (scope: Scope): RawBuilder<SqlBool> =>
  scope.teams === 'all' && scope.project === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`coalesce(team_uuids && ${teamsInScope(scope)}, true)`

/** Whether a row with the columns project_uuid and team_uuids applies to a joined project, one of the given ones. */
export const appliesToOneOf = (projectUuids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(project.uuid = any(${[...projectUuids]}::uuid[])
    and (project_uuid is null or project_uuid = project.uuid)
    and (team_uuids is null or project.team_uuid = any(team_uuids)))`

/** Whether all of the projects exist and are in scope. */
export async function areInScope(db: Database, scope: Scope, uuids: readonly string[]): Promise<boolean> {
  const requested = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project
    where account_uuid = ${scope.accountUuid} and uuid = any(${requested}::uuid[]) and ${projectInScope(scope)}`.execute(
    db,
  )
  return rows[0]?.count === requested.length
}
