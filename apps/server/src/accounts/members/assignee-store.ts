import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { teamsInScope } from '#projects/in-scope-store.ts'

export interface AssigneeRow {
  uuid: string
  name: string
  email: string
}

/**
 * The members visible to the caller, by uuid: all of the account, or those who share a team. For a project token,
 * those with access to the project.
 */
export async function findAssignees(
  db: Database,
  scope: Scope,
  uuids: readonly string[],
): Promise<Map<string, AssigneeRow>> {
  if (uuids.length === 0) return new Map()
  const { rows } = await sql<AssigneeRow>`
    select uuid, name, email from member
    where account_uuid = ${scope.accountUuid} and uuid = any(${uuids}::uuid[]) and status <> 'Inactive'
      and ${memberInScope(scope)}`.execute(db)
  return new Map(rows.map((row) => [row.uuid, row]))
}

function memberInScope(scope: Scope): RawBuilder<SqlBool> {
  if (scope.teams === 'all' && scope.project === null) return sql<SqlBool>`true`
  const sharesTeam = sql<SqlBool>`exists (
    select from team_member where team_member.account_uuid = member.account_uuid and member_uuid = member.uuid
      and team_uuid = any(${teamsInScope(scope)}))`
  return scope.teams === 'all' ? sql<SqlBool>`(role not like 'Team %' or ${sharesTeam})` : sharesTeam
}

/** Of these projects, those that the member can see. */
export async function listProjectsVisibleTo(
  db: Database,
  { accountUuid }: Scope,
  { memberUuid, projectUuids }: { memberUuid: string; projectUuids: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select project.uuid from project join member on member.account_uuid = project.account_uuid
    where project.account_uuid = ${accountUuid} and project.uuid = any(${[...new Set(projectUuids)]}::uuid[])
      and member.uuid = ${memberUuid} and status <> 'Inactive' and ${seesProject}`.execute(db)
  return new Set(rows.map(({ uuid }) => uuid))
}

/** Members who can see the project, by name, at most 200; with uuids, only those. */
export async function listPeopleOf(
  db: Database,
  { accountUuid }: Scope,
  { projectUuid, uuids = null }: { projectUuid: string; uuids?: readonly string[] | null },
): Promise<AssigneeRow[]> {
  const { rows } = await sql<AssigneeRow>`
    select member.uuid, member.name, email from member join project on project.account_uuid = member.account_uuid
    where member.account_uuid = ${accountUuid} and project.uuid = ${projectUuid} and status <> 'Inactive' and ${seesProject}
      ${uuids === null ? sql`` : sql`and member.uuid = any(${[...uuids]}::uuid[])`}
    order by lower(member.name), member.uuid limit 200`.execute(db)
  return rows
}

const seesProject = sql<SqlBool>`(role not like 'Team %' or exists (
  select from team_member where team_member.account_uuid = member.account_uuid and member_uuid = member.uuid
    and team_member.team_uuid = project.team_uuid))`

/** Names of members of the account, also of those who left the team. */
export async function namePeople(
  db: Database,
  { accountUuid }: Scope,
  uuids: readonly (string | null)[],
): Promise<Map<string, AssigneeRow>> {
  const wanted = [...new Set(uuids.filter((uuid) => uuid !== null))]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<AssigneeRow>`
    select uuid, name, email from member where account_uuid = ${accountUuid} and uuid = any(${wanted}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.uuid, row]))
}
