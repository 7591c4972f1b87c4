import type { Database } from '#platform/database/database.ts'
import { findSessionOwner } from '#auth/sessions/session-store.ts'
import { isSameHash, type Secret } from '#platform/secrets/secret.ts'

/** The member who logs in with this address; null if there is none. */
export const findTriedMember = async (db: Database, email: string) =>
  (await db
    .selectFrom('login')
    .select(['account_uuid as accountUuid', 'member_uuid as memberUuid', 'email'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()) ?? null

/** The member whose session a refresh token names without ever having been its own; null if it is not forged. */
export async function findForgedSession(db: Database, secret: Secret) {
  const { accountUuid, uuid } = secret
  const owner = await findSessionOwner(db, { accountUuid, uuid })
  // Used tokens of an expired session are deleted.
  if (!owner || owner.expiresAt < new Date()) return null
  return (await findSessionOwner(db, secret)) ? null : owner
}

/** The owner of a token, and why it is not valid; null for one that does not exist, as after it was revoked. */
export async function findMisusedToken(db: Database, { accountUuid, uuid, hash }: Secret) {
  const row = await db
    .selectFrom('api_token')
    .innerJoin('member', (join) =>
      join
        .onRef('member.account_uuid', '=', 'api_token.account_uuid')
        .onRef('member.uuid', '=', 'api_token.member_uuid'),
    )
    .select(['member.uuid as memberUuid', 'member.email', 'hash', 'expires_at as expiresAt'])
    .where('api_token.account_uuid', '=', accountUuid)
    .where('api_token.uuid', '=', uuid)
    .executeTakeFirst()
  if (!row) return null
  const isExpired = row.expiresAt !== null && row.expiresAt <= new Date()
  const reason = !isSameHash(row.hash, hash) ? 'forgedToken' : isExpired ? 'expiredToken' : 'memberInactive'
  return { accountUuid, memberUuid: row.memberUuid, email: row.email, reason }
}
