import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { projectInScope, teamsInScope } from '#projects/in-scope-store.ts'

export interface NamedUpgrade {
  ecosystem: string
  packageName: string
  /** '' for findings without a fix. */
  to: string
}

export interface DecisionRow {
  assigneeUuid: string | null
  snoozedUntil: Date | null
}

/** The audience of a decision by the caller. */
export interface Visibility {
  projectUuid: string | null
}

const digestOf = (scope: Scope, upgrade: NamedUpgrade, { projectUuid }: Visibility) => sql`
  decode(md5(jsonb_build_array(${upgrade.ecosystem}::text, ${upgrade.packageName}::text, ${upgrade.to}::text,
    ${projectUuid}::text, ${teamsOf(scope, projectUuid)?.toSorted().join() ?? null}::text)::text), 'hex')`

const teamsOf = (scope: Scope, projectUuid: string | null) =>
  projectUuid === null && scope.teams !== 'all' ? teamUuids(scope) : null

/** Returns the decision it replaces, or undefined. Concurrent calls each get the value stored by the previous one. */
export async function replaceDecision(
  tx: Tx,
  scope: Scope,
  {
    upgrade,
    visibility,
    ...decision
  }: DecisionRow & { upgrade: NamedUpgrade; visibility: Visibility; decidedBy: string },
): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    select assignee_uuid as "assigneeUuid", snoozed_until as "snoozedUntil" from upgrade_decision
    where account_uuid = ${scope.accountUuid} and digest = ${digestOf(scope, upgrade, visibility)} for update`.execute(
    tx,
  )
  const isNothing = decision.assigneeUuid === null && decision.snoozedUntil === null
  if (isNothing && visibility.projectUuid === null && scope.teams === 'all')
    await sql`
      delete from upgrade_decision
      where account_uuid = ${scope.accountUuid} and digest = ${digestOf(scope, upgrade, visibility)}`.execute(
      tx,
    )
  else
    await sql`
      insert into upgrade_decision (account_uuid, digest, ecosystem, package_name, to_version, project_uuid,
        team_uuids, assignee_uuid, snoozed_until, decided_by)
      select ${scope.accountUuid}, ${digestOf(scope, upgrade, visibility)}, ${upgrade.ecosystem}, ${upgrade.packageName},
        ${upgrade.to}, ${visibility.projectUuid}, ${teamsOf(scope, visibility.projectUuid)}::uuid[], ${decision.assigneeUuid},
        ${decision.snoozedUntil}, ${decision.decidedBy}
      on conflict (account_uuid, digest) do update set assignee_uuid = excluded.assignee_uuid,
        snoozed_until = excluded.snoozed_until, decided_by = excluded.decided_by, decided_at = now()`.execute(
      tx,
    )
  return rows[0]
}

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

/** Whether a branch in scope has it. */
export async function isPlanned(
  db: Database,
  scope: Scope,
  { upgrade, visibility }: { upgrade: NamedUpgrade; visibility: Visibility },
): Promise<boolean> {
  const { rows } = await sql`
    select from branch_upgrade
    join project on project.account_uuid = branch_upgrade.account_uuid and project.uuid = branch_upgrade.project_uuid
    where branch_upgrade.account_uuid = ${scope.accountUuid} and ecosystem = ${upgrade.ecosystem}
      and package_name = ${upgrade.packageName} and to_version = ${upgrade.to} and ${projectInScope(scope)}
      ${visibility.projectUuid === null ? sql`` : sql`and project.uuid = ${visibility.projectUuid}`}
    limit 1`.execute(db)
  return rows.length > 0
}
