import { sql } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

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
