import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/** Replaces the owners. Returns whether all of them are members of the account. */
export async function replaceOwners(
  tx: Tx,
  { accountUuid }: Scope,
  { groupUuid, members }: { groupUuid: string; members: readonly string[] },
): Promise<boolean> {
  const uuids = unique(members)
  await sql`
    delete from group_owner where account_uuid = ${accountUuid} and group_uuid = ${groupUuid}
      and member_uuid <> all(${uuids}::uuid[])`.execute(tx)
  await sql`
    insert into group_owner (account_uuid, group_uuid, member_uuid)
    select account_uuid, ${groupUuid}::uuid, uuid from member
    where account_uuid = ${accountUuid} and uuid = any(${uuids}::uuid[]) order by member.uuid
    on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select from group_owner where account_uuid = ${accountUuid} and group_uuid = ${groupUuid}`.execute(tx)
  return rows.length === uuids.length
}

/** Replaces the teams that see the group. Returns whether all of them exist. */
export async function replaceTeams(
  tx: Tx,
  { accountUuid }: Scope,
  { groupUuid, teams }: { groupUuid: string; teams: readonly string[] },
): Promise<boolean> {
  const uuids = unique(teams)
  await sql`
    delete from group_team where account_uuid = ${accountUuid} and group_uuid = ${groupUuid}
      and team_uuid <> all(${uuids}::uuid[])`.execute(tx)
  await sql`
    insert into group_team (account_uuid, group_uuid, team_uuid)
    select account_uuid, ${groupUuid}::uuid, uuid from team
    where account_uuid = ${accountUuid} and uuid = any(${uuids}::uuid[]) order by team.uuid
    on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select from group_team where account_uuid = ${accountUuid} and group_uuid = ${groupUuid}`.execute(tx)
  return rows.length === uuids.length
}

const unique = (uuids: readonly string[]) => [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
