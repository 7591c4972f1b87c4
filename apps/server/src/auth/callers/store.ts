import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { activeMembers } from '#auth/sessions/active-members-store.ts'
import { isInUse } from '#auth/sessions/session-store.ts'
import type { Database } from '#platform/database/database.ts'

/** The current state of the member behind a session or token. */
export interface Principal {
  accountUuid: string
  memberUuid: string
  email: string
  role: string
  memberships: { teamUuid: string; role: string; groupUuids: string[] }[]
  features: string[]
  hash: Uint8Array
}

export interface SessionPrincipal extends Principal {
  confirmedAt: Date
  lastUsedAt: Date
}

export interface TokenPrincipal extends Principal {
  access: string
  teamUuid: string | null
  projectUuid: string | null
  /** Groups that the token's team sees. */
  groupUuids: string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
}

const groupsOf = (team: RawBuilder<unknown>) => sql<string[]>`array(
  select group_uuid::text from group_team
  where group_team.account_uuid = member.account_uuid and group_team.team_uuid = ${team} order by group_uuid)`

/** Active teams of the member. */
const memberships = sql<Principal['memberships']>`(
  select coalesce(json_agg(json_build_object('teamUuid', team_uuid, 'role', team_member.role,
      'groupUuids', ${groupsOf(sql`team_member.team_uuid`)}) order by team_uuid), '[]')
  from team_member join team on team.account_uuid = team_member.account_uuid and team.uuid = team_member.team_uuid
  where team_member.account_uuid = member.account_uuid and team_member.member_uuid = member.uuid
    and team.is_active)`.as('memberships')

const memberColumns = [
  ...(['member.account_uuid as accountUuid', 'member.uuid as memberUuid'] as const),
  ...(['member.email', 'member.role', 'account.features'] as const),
] as const

export const findPrincipalBySession = (
  db: Database,
  accountUuid: string,
  uuid: string,
): Promise<SessionPrincipal | undefined> =>
  activeMembers(db)
    .innerJoin('session', (join) =>
      join
        .onRef('member.account_uuid', '=', 'session.account_uuid')
        .onRef('member.uuid', '=', 'session.member_uuid'),
    )
    .select([...memberColumns, 'access_hash as hash', 'confirmed_at as confirmedAt'])
    .select('session.last_used_at as lastUsedAt')
    .select(memberships)
    .where('session.account_uuid', '=', accountUuid)
    .where('session.uuid', '=', uuid)
    .where('session.revoked_at', 'is', null)
    .where('session.access_expires_at', '>', new Date())
    .where('session.expires_at', '>', new Date())
    .where(isInUse)
    .executeTakeFirst()

/** The member without a session, for work requested earlier. */
export const findPrincipalByMember = (
  db: Database,
  { accountUuid, memberUuid }: { accountUuid: string; memberUuid: string },
): Promise<Omit<Principal, 'hash'> | undefined> =>
  activeMembers(db)
    .select([...memberColumns])
    .select(memberships)
    .where('member.account_uuid', '=', accountUuid)
    .where('member.uuid', '=', memberUuid)
    .executeTakeFirst()

/** Groups that any of the teams sees, for work that was requested in their scope. */
export async function groupsOfTeams(
  db: Database,
  accountUuid: string,
  teams: Scope['teams'],
): Promise<string[]> {
  if (teams === 'all') return []
  const rows = await db
    .selectFrom('group_team')
    .select('group_uuid')
    .distinct()
    .where('account_uuid', '=', accountUuid)
    .where('team_uuid', '=', sql<string>`any(${[...teams]}::uuid[])`)
    .orderBy('group_uuid')
    .execute()
  return rows.map(({ group_uuid }) => group_uuid)
}

export const findPrincipalByToken = (
  db: Database,
  accountUuid: string,
  uuid: string,
): Promise<TokenPrincipal | undefined> =>
  activeMembers(db)
    .innerJoin('api_token', (join) =>
      join
        .onRef('member.account_uuid', '=', 'api_token.account_uuid')
        .onRef('member.uuid', '=', 'api_token.member_uuid'),
    )
    .select([...memberColumns, 'api_token.hash', 'access'])
    .select(['api_token.team_uuid as teamUuid', 'api_token.project_uuid as projectUuid'])
    .select(groupsOf(sql`api_token.team_uuid`).as('groupUuids'))
    .select(['api_token.expires_at as expiresAt', 'api_token.last_used_at as lastUsedAt'])
    .select(memberships)
    .where('api_token.account_uuid', '=', accountUuid)
    .where('api_token.uuid', '=', uuid)
    .where((eb) =>
      eb.or([eb('api_token.expires_at', 'is', null), eb('api_token.expires_at', '>', new Date())]),
    )
    .executeTakeFirst()
