import { type Scope, teamUuids } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'

/** The teams that the scope reaches. */
export const listTeams = (db: Database, scope: Scope) =>
  db
    .selectFrom('team')
    .select(['account_uuid as accountUuid', 'uuid', 'name', 'description', 'is_active as active'])
    .where('account_uuid', '=', scope.accountUuid)
    .$if(scope.teams !== 'all', (query) =>
      query.where((eb) => eb('uuid', '=', eb.fn.any(eb.val(teamUuids(scope))))),
    )
    .orderBy('name')
    .execute()

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

export const insertTeam = (
  db: Database,
  scope: Scope,
  team: { uuid: string; name: string; description: string; active?: boolean },
) =>
  db
    .insertInto('team')
    .values({
      ...{ account_uuid: scope.accountUuid, uuid: team.uuid, name: team.name, description: team.description },
      is_active: team.active ?? true,
    })
    .execute()

export const findTeam = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('team')
    .select(['account_uuid as accountUuid', 'uuid', 'name', 'description', 'is_active as active'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .$if(scope.teams !== 'all', (query) =>
      query.where((eb) => eb('uuid', '=', eb.fn.any(eb.val(teamUuids(scope))))),
    )
    .executeTakeFirst()

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

export const deleteTeam = (db: Tx, scope: Scope, uuid: string) =>
  db.deleteFrom('team').where('account_uuid', '=', scope.accountUuid).where('uuid', '=', uuid).execute()

export interface TeamMemberRow {
  uuid: string
  email: string
  name: string
  role: string
}

export const listTeamMembers = (db: Database, scope: Scope, teamUuid: string): Promise<TeamMemberRow[]> =>
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
    .orderBy('member.email')
    .execute()

/** Adds the member, or changes the role of one who is there. */
export const putTeamMember = (
  db: Database,
  scope: Scope,
  row: { teamUuid: string; memberUuid: string; role: string },
) =>
  db
    .insertInto('team_member')
    .values({
      ...{ account_uuid: scope.accountUuid, team_uuid: row.teamUuid },
      ...{ member_uuid: row.memberUuid, role: row.role },
    })
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'member_uuid', 'team_uuid']).doUpdateSet({ role: row.role }),
    )
    .execute()

export const deleteTeamMember = (db: Database, scope: Scope, row: { teamUuid: string; memberUuid: string }) =>
  db
    .deleteFrom('team_member')
    .where('account_uuid', '=', scope.accountUuid)
    .where('team_uuid', '=', row.teamUuid)
    .where('member_uuid', '=', row.memberUuid)
    .execute()
