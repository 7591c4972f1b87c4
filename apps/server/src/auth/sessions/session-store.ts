import { sql } from 'kysely'
import { lockMember } from './active-members-store.ts'
import { lastUseSince } from './last-use.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

/** Whether the session has not timed out. Token renewal does not count as use. */
export const isInUse = sql<boolean>`session.last_used_at > now() - session.idle_seconds * interval '1 second'`

export const touchSession = (db: Database, accountUuid: string, uuid: string) =>
  db
    .updateTable('session')
    .set({ last_used_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('last_used_at', '<', lastUseSince())
    .execute()

export interface SessionRow {
  accountUuid: string
  uuid: string
  memberUuid: string
  accessHash: Uint8Array
  accessExpiresAt: Date
  refreshHash: Uint8Array
  expiresAt: Date
  confirmedAt: Date
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
      expires_at: row.expiresAt,
      idle_seconds: row.idleSeconds,
      confirmed_at: row.confirmedAt,
      address: row.address,
      agent: row.agent,
      provider_tokens: row.providerTokens,
      provider_checked_at: new Date(),
    })
    .execute()

/** Locks the session for a refresh, so that of two concurrent refreshes only one succeeds. */
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
  row: Pick<SessionRow, 'accountUuid' | 'uuid' | 'accessHash' | 'accessExpiresAt' | 'refreshHash'>,
) =>
  db
    .updateTable('session')
    .set({
      access_hash: row.accessHash,
      access_expires_at: row.accessExpiresAt,
      refresh_hash: row.refreshHash,
    })
    .where('account_uuid', '=', row.accountUuid)
    .where('uuid', '=', row.uuid)
    .execute()

/** Returns false if it had already ended. */
export async function revokeSession(db: Database, accountUuid: string, uuid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The member of a session; null if it has ended or never had this refresh token. */
export const findSessionOwner = async (
  db: Database,
  { accountUuid, uuid, hash }: { accountUuid: string; uuid: string; hash?: Uint8Array },
) =>
  (await db
    .selectFrom('session')
    .innerJoin('member', (join) =>
      join
        .onRef('member.account_uuid', '=', 'session.account_uuid')
        .onRef('member.uuid', '=', 'session.member_uuid'),
    )
    .select([
      'member.account_uuid as accountUuid',
      'member.uuid as memberUuid',
      'member.email',
      'session.expires_at as expiresAt',
    ])
    .where('session.account_uuid', '=', accountUuid)
    .where('session.uuid', '=', uuid)
    .where('session.revoked_at', 'is', null)
    .$if(hash !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('refresh_hash', '=', hash!),
          eb.exists(
            eb
              .selectFrom('spent_refresh_token')
              .select('hash')
              .where('account_uuid', '=', accountUuid)
              .where('session_uuid', '=', uuid)
              .where('hash', '=', hash!),
          ),
        ]),
      ),
    )
    .executeTakeFirst()) ?? null

/** Records a reauthentication. Returns whether the member's session is still active. */
export async function confirmSession(
  db: Database,
  scope: Scope,
  { uuid, memberUuid, confirmedAt }: { uuid: string; memberUuid: string; confirmedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ confirmed_at: confirmedAt })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('member_uuid', '=', memberUuid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where(isInUse)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sessions that can still be refreshed, most recently used first. */
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

/** Returns whether the member had such a session. */
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

/**
 * Ends the member's sessions and pending logins except the given one. Locks the member, so that no login with the
 * previous credentials completes concurrently.
 */
export async function revokeOtherSessions(
  tx: Tx,
  scope: Scope,
  { memberUuid, except }: { memberUuid: string; except: string | null },
): Promise<void> {
  await lockMember(tx, scope, memberUuid)
  // First: if a challenge was just exchanged for a session, the statement below deletes that session.
  await tx
    .deleteFrom('login_challenge')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .$if(except !== null, (query) => query.where('uuid', '<>', except!))
    .execute()
  await tx
    .updateTable('session')
    .set({ revoked_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('revoked_at', 'is', null)
    .$if(except !== null, (query) => query.where('uuid', '<>', except!))
    .execute()
}
