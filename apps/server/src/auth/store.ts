import { sql } from 'kysely'
import { membersWhoMayLogIn } from '../members/may-log-in-store.ts'
import type { Database } from '../database/database.ts'

/** The member behind a session or a token, as of now. */
export interface Holder {
  accountUuid: string
  memberUuid: string
  email: string
  role: string
  memberships: { teamUuid: string; role: string }[]
  features: string[]
  hash: Uint8Array
}

export interface SessionHolder extends Holder {
  confirmedAt: Date
}

export interface TokenHolder extends Holder {
  access: string
  teamUuid: string | null
  projectUuid: string | null
}

/** In teams that are active. */
const memberships = sql<Holder['memberships']>`(
  select coalesce(json_agg(json_build_object('teamUuid', team_uuid, 'role', team_member.role) order by team_uuid), '[]')
  from team_member join team on team.account_uuid = team_member.account_uuid and team.uuid = team_member.team_uuid
  where team_member.account_uuid = member.account_uuid and team_member.member_uuid = member.uuid
    and team.is_active)`.as('memberships')

/** Of a session: whether it lay unused no longer than it may. A renewal of its tokens is no use. */
export const isInUse = sql<boolean>`session.last_used_at > now() - session.idle_seconds * interval '1 second'`

const memberColumns = [
  ...(['member.account_uuid as accountUuid', 'member.uuid as memberUuid'] as const),
  ...(['member.email', 'member.role', 'account.features'] as const),
] as const

export const findSessionHolder = (
  db: Database,
  accountUuid: string,
  uuid: string,
): Promise<SessionHolder | undefined> =>
  membersWhoMayLogIn(db)
    .innerJoin('session', (join) =>
      join
        .onRef('member.account_uuid', '=', 'session.account_uuid')
        .onRef('member.uuid', '=', 'session.member_uuid'),
    )
    .select([...memberColumns, 'access_hash as hash', 'confirmed_at as confirmedAt'])
    .select(memberships)
    .where('session.account_uuid', '=', accountUuid)
    .where('session.uuid', '=', uuid)
    .where('session.revoked_at', 'is', null)
    .where('session.access_expires_at', '>', new Date())
    .where('session.expires_at', '>', new Date())
    .where(isInUse)
    .executeTakeFirst()

export const findTokenHolder = (
  db: Database,
  accountUuid: string,
  uuid: string,
): Promise<TokenHolder | undefined> =>
  membersWhoMayLogIn(db)
    .innerJoin('api_token', (join) =>
      join
        .onRef('member.account_uuid', '=', 'api_token.account_uuid')
        .onRef('member.uuid', '=', 'api_token.member_uuid'),
    )
    .select([...memberColumns, 'api_token.hash', 'access'])
    .select(['api_token.team_uuid as teamUuid', 'api_token.project_uuid as projectUuid'])
    .select(memberships)
    .where('api_token.account_uuid', '=', accountUuid)
    .where('api_token.uuid', '=', uuid)
    .where((eb) =>
      eb.or([eb('api_token.expires_at', 'is', null), eb('api_token.expires_at', '>', new Date())]),
    )
    .executeTakeFirst()

/** Once a minute at most: "last used" needs no better, and a busy token needs no write for each call. */
export const touchToken = (db: Database, accountUuid: string, uuid: string) =>
  db
    .updateTable('api_token')
    .set({ last_used_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', new Date(Date.now() - 60_000))]),
    )
    .execute()

export const touchSession = (db: Database, accountUuid: string, uuid: string) =>
  db
    .updateTable('session')
    .set({ last_used_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('last_used_at', '<', new Date(Date.now() - 60_000))
    .execute()
