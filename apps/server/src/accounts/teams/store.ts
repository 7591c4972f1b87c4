import { sql } from 'kysely'
import { lockAccount } from '#accounts/account-lock-store.ts'
import { leavePrimaryTeam } from '#accounts/members/store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { collectPages, maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

/** The teams in scope. */
const teamsIn = (db: Database, scope: Scope) =>
  db
    .selectFrom('team')
    .select(['account_uuid as accountUuid', 'uuid', 'name', 'description', 'is_active as active'])
    .where('account_uuid', '=', scope.accountUuid)
    .$if(scope.teams !== 'all', (query) =>
      query.where((eb) => eb('uuid', '=', eb.fn.any(eb.val(teamUuids(scope))))),
    )

export const findTeam = (db: Database, scope: Scope, uuid: string) =>
  teamsIn(db, scope).where('uuid', '=', uuid).executeTakeFirst()

export type TeamRow = NonNullable<Awaited<ReturnType<typeof findTeam>>>

/** By name. */
export const teamPages = (db: Database, scope: Scope) =>
  readPages((after: TeamRow | undefined) =>
    readPage<TeamRow>(db, {
      query: teamsIn(db, scope)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(name, uuid) > (${after!.name}, ${after!.uuid}::uuid)`),
        )
        .orderBy('name')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`name, uuid`,
    }),
  )

export const listTeams = (db: Database, scope: Scope): Promise<TeamRow[]> =>
  collectPages(teamPages(db, scope))

export const listTeamsOf = (db: Database, scope: Scope, memberUuid: string) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', (join) =>
      join
        .onRef('team.account_uuid', '=', 'team_member.account_uuid')
        .onRef('team.uuid', '=', 'team_member.team_uuid'),
    )
    .select(['team.uuid', 'team.name'])
    .where('team_member.account_uuid', '=', scope.accountUuid)
    .where('team_member.member_uuid', '=', memberUuid)
    .orderBy('team.name')
    .execute()

export async function insertTeam(
  db: Database,
  scope: Scope,
  team: { uuid: string; name: string; description: string; active?: boolean },
): Promise<void> {
  await db
    .insertInto('team')
    .values({
      account_uuid: scope.accountUuid,
      uuid: team.uuid,
      name: team.name,
      description: team.description,
      is_active: team.active ?? true,
    })
    .execute()
  await checkLimit(db, scope, 'teams')
}

export interface TeamChange {
  uuid: string
  name?: string | undefined
  description?: string | undefined
  active?: boolean | undefined
}

export const updateTeam = (db: Database, scope: Scope, { uuid, name, description, active }: TeamChange) =>
  db
    .updateTable('team')
    .set({
      uuid,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(active !== undefined && { is_active: active }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** Returns whether the team existed. */
export async function deleteTeam(db: Tx, scope: Scope, uuid: string): Promise<boolean> {
  await lockAccount(db, scope)
  // Not lockTeam: holders of shareLockTeam must finish before a member is waited for.
  await teamByUuid(db, scope, uuid).forUpdate().execute()
  await leavePrimaryTeam(db, scope, uuid)
  const { numDeletedRows } = await db
    .deleteFrom('team')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  // Otherwise cached responses about the team would still be returned.
  await incrementRevision(db, scope)
  return numDeletedRows > 0n
}

export interface TeamMemberRow {
  uuid: string
  email: string
  name: string
  role: string
}

const teamMembersIn = (db: Database, scope: Scope, teamUuid: string) =>
  db
    .selectFrom('team_member')
    .innerJoin('member', (join) =>
      join
        .onRef('member.account_uuid', '=', 'team_member.account_uuid')
        .onRef('member.uuid', '=', 'team_member.member_uuid'),
    )
    .select(['member.uuid', 'member.email', 'member.name', 'team_member.role'])
    .where('team_member.account_uuid', '=', scope.accountUuid)
    .where('team_uuid', '=', teamUuid)

/** Sorted by email address. */
export const teamMemberPages = (db: Database, scope: Scope, teamUuid: string) =>
  readPages((after: TeamMemberRow | undefined) =>
    readPage<TeamMemberRow>(db, {
      query: teamMembersIn(db, scope, teamUuid)
        .$if(after !== undefined, (query) => query.where('member.email', '>', after!.email))
        .orderBy('member.email')
        .limit(maxPageRows),
      order: sql`email`,
    }),
  )

export const findTeamMember = (
  db: Database,
  scope: Scope,
  { teamUuid, memberUuid }: { teamUuid: string; memberUuid: string },
): Promise<TeamMemberRow | undefined> =>
  teamMembersIn(db, scope, teamUuid).where('member.uuid', '=', memberUuid).executeTakeFirst()

/** Adds the member, or changes the role of an existing one. */
export const upsertTeamMember = (
  db: Database,
  scope: Scope,
  row: { teamUuid: string; memberUuid: string; role: string },
) =>
  db
    .insertInto('team_member')
    .values({
      account_uuid: scope.accountUuid,
      team_uuid: row.teamUuid,
      member_uuid: row.memberUuid,
      role: row.role,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'member_uuid', 'team_uuid']).doUpdateSet({ role: row.role }),
    )
    .execute()

/** Whether the member is in the team. */
export async function updateTeamRole(
  tx: Tx,
  scope: Scope,
  row: { teamUuid: string; memberUuid: string; role: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('team_member')
    .set({ role: row.role })
    .where('account_uuid', '=', scope.accountUuid)
    .where('team_uuid', '=', row.teamUuid)
    .where('member_uuid', '=', row.memberUuid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the team for changes until the transaction ends. */
export const lockTeam = (tx: Tx, scope: Scope, uuid: string) =>
  teamByUuid(tx, scope, uuid).forNoKeyUpdate().execute()

const teamByUuid = (tx: Tx, scope: Scope, uuid: string) =>
  tx.selectFrom('team').select('uuid').where('account_uuid', '=', scope.accountUuid).where('uuid', '=', uuid)

interface ManyMembers {
  teamUuid: string
  memberUuids: readonly string[]
}

/** Adds members with one statement. Existing ones keep their role. Returns the added ones. */
export async function insertTeamMembers(
  db: Tx,
  scope: Scope,
  { teamUuid, memberUuids, role }: ManyMembers & { role: string },
): Promise<string[]> {
  if (memberUuids.length === 0) return []
  const { rows } = await sql<{ uuid: string }>`
    insert into team_member (account_uuid, team_uuid, member_uuid, role)
    select ${scope.accountUuid}, ${teamUuid}, member_uuid, ${role}
    from unnest(${memberUuids}::uuid[]) as member_uuid
    on conflict do nothing returning member_uuid as uuid`.execute(db)
  return uuidsOf(rows)
}

/** Removes members with one statement. Returns the removed ones. */
export async function deleteTeamMembers(
  db: Tx,
  scope: Scope,
  { teamUuid, memberUuids }: ManyMembers,
): Promise<string[]> {
  if (memberUuids.length === 0) return []
  const { rows } = await sql<{ uuid: string }>`
    delete from team_member
    where account_uuid = ${scope.accountUuid} and team_uuid = ${teamUuid}
      and member_uuid = any(${memberUuids}::uuid[])
    returning member_uuid as uuid`.execute(db)
  return uuidsOf(rows)
}

/** Removes all but these. Returns the removed ones. */
export async function deleteOtherTeamMembers(
  db: Tx,
  scope: Scope,
  { teamUuid, memberUuids }: ManyMembers,
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    delete from team_member
    where account_uuid = ${scope.accountUuid} and team_uuid = ${teamUuid}
      and not exists (
        select from unnest(${memberUuids}::uuid[]) as kept (uuid) where kept.uuid = team_member.member_uuid)
    returning member_uuid as uuid`.execute(db)
  return uuidsOf(rows)
}

const uuidsOf = (rows: readonly { uuid: string }[]) => rows.map(({ uuid }) => uuid)

/** Returns whether the member was in the team. */
export async function deleteTeamMember(
  db: Database,
  scope: Scope,
  row: { teamUuid: string; memberUuid: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('team_member')
    .where('account_uuid', '=', scope.accountUuid)
    .where('team_uuid', '=', row.teamUuid)
    .where('member_uuid', '=', row.memberUuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A provisioned group, whose name is unique among groups. */
export const updateProvisionedTeam = (
  db: Tx,
  scope: Scope,
  row: { uuid: string; externalId: string | null },
) =>
  db
    .updateTable('team')
    .set({ external_id: row.externalId, is_provisioned: true })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', row.uuid)
    .execute()

/** Teams with this description that have no members, and no projects except samples. */
export const deleteEmptyTeams = (tx: Tx, scope: Scope, description: string) =>
  sql`
    delete from team where account_uuid = ${scope.accountUuid} and description = ${description}
      and not exists (select from team_member
        where team_member.account_uuid = team.account_uuid and team_member.team_uuid = team.uuid)
      and not exists (select from project where project.account_uuid = team.account_uuid
        and project.team_uuid = team.uuid and project.deleted_at is null and not project.is_sample)`.execute(
    tx,
  )
