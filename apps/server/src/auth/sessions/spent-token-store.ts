import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'

interface SpentToken {
  accountUuid: string
  sessionUuid: string
  hash: Uint8Array
}

/** Kept until the session would have expired. Deletes expired ones. */
export async function insertSpentToken(
  tx: Tx,
  { accountUuid, sessionUuid, hash, expiresAt }: SpentToken & { expiresAt: Date },
): Promise<void> {
  await sql`
    delete from spent_refresh_token where (account_uuid, session_uuid, hash) in (
      select account_uuid, session_uuid, hash from spent_refresh_token where expires_at < now()
      order by expires_at limit 100 for update skip locked)`.execute(tx)
  await tx
    .insertInto('spent_refresh_token')
    .values({ account_uuid: accountUuid, session_uuid: sessionUuid, hash, expires_at: expiresAt })
    .execute()
}

/** undefined if the session never had this token. */
export const findSpentToken = (
  db: Database,
  { accountUuid, sessionUuid, hash, graceSeconds }: SpentToken & { graceSeconds: number },
): Promise<{ isRecent: boolean } | undefined> =>
  db
    .selectFrom('spent_refresh_token')
    .select(
      sql<boolean>`spent_at > clock_timestamp() - make_interval(secs => ${graceSeconds}::int)`.as('isRecent'),
    )
    .where('account_uuid', '=', accountUuid)
    .where('session_uuid', '=', sessionUuid)
    .where('hash', '=', hash)
    .executeTakeFirst()
