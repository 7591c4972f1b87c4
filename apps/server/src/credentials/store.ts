import type { Scope } from '../auth/scope.ts'
import { membersWhoMayLogIn } from '../members/may-log-in-store.ts'
import { isInUse } from '../auth/store.ts'
import type { Database } from '../database/database.ts'

/** The address's login, over all accounts; null when nobody active has it. */
export const findLogin = async (db: Database, email: string) =>
  (await membersWhoMayLogIn(db)
    .innerJoin('login', (join) =>
      join
        .onRef('member.account_uuid', '=', 'login.account_uuid')
        .onRef('member.uuid', '=', 'login.member_uuid'),
    )
    .select([
      'member.account_uuid as accountUuid',
      'member.uuid as memberUuid',
      'member.password_hash as passwordHash',
    ])
    .where('login.email', '=', email.toLowerCase())
    .executeTakeFirst()) ?? null

export interface SessionRow {
  accountUuid: string
  uuid: string
  memberUuid: string
  accessHash: Uint8Array
  accessExpiresAt: Date
  refreshHash: Uint8Array
  expiresAt: Date
  idleSeconds: number
  address: string
  agent: string
  providerTokens: Uint8Array | null
}

export const insertSession = (db: Database, row: SessionRow) =>
  db
    .insertInto('session')
    .values({
      account_uuid: row.accountUuid,
      uuid: row.uuid,
      member_uuid: row.memberUuid,
      access_hash: row.accessHash,
      access_expires_at: row.accessExpiresAt,
      refresh_hash: row.refreshHash,
      ...{ expires_at: row.expiresAt, idle_seconds: row.idleSeconds },
      ...{ address: row.address, agent: row.agent },
      ...{ provider_tokens: row.providerTokens, provider_checked_at: new Date() },
    })
    .execute()

/** The session for its refresh, locked, so that two refreshes of one token cannot both win. */
export const lockSession = (db: Database, accountUuid: string, uuid: string) =>
  db
    .selectFrom('session')
    .selectAll()
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where(isInUse)
    .forUpdate()
    .executeTakeFirst()

export const rotateSession = (
  db: Database,
  row: Pick<SessionRow, 'accountUuid' | 'uuid' | 'accessHash' | 'accessExpiresAt' | 'refreshHash'> & {
    spent: Uint8Array
  },
) =>
  db
    .updateTable('session')
    .set({
      access_hash: row.accessHash,
      access_expires_at: row.accessExpiresAt,
      refresh_hash: row.refreshHash,
      spent_refresh_hash: row.spent,
      spent_at: new Date(),
    })
    .where('account_uuid', '=', row.accountUuid)
    .where('uuid', '=', row.uuid)
    .execute()

export const revokeSession = (db: Database, accountUuid: string, uuid: string) =>
  db
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('revoked_at', 'is', null)
    .execute()

/** The member has shown who they are, by the session. */
export const confirmSession = (
  db: Database,
  scope: Scope,
  { uuid, confirmedAt }: { uuid: string; confirmedAt: Date },
) =>
  db
    .updateTable('session')
    .set({ confirmed_at: confirmedAt })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** Those that can still be refreshed, the one used last first. */
export const listSessions = (db: Database, scope: Scope, memberUuid: string) =>
  db
    .selectFrom('session')
    .select(['uuid', 'address', 'agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where(isInUse)
    .orderBy('last_used_at', 'desc')
    .execute()

/** Whether there was such a session of the member. */
export async function revokeOwnSession(
  db: Database,
  scope: Scope,
  session: { uuid: string; memberUuid: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', session.uuid)
    .where('member_uuid', '=', session.memberUuid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All of the member's but the one given. */
export const revokeOtherSessions = (
  db: Database,
  scope: Scope,
  { memberUuid, except }: { memberUuid: string; except: string | null },
) =>
  db
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('uuid', '<>', except!))
    .execute()
