import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Of the member with this address: chosen in the profile, otherwise of the browser last seen; null if neither is known. */
export async function findLanguageOf(
  db: Database,
  { accountUuid, email }: { accountUuid: string; email: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('member')
    .select((eb) => eb.fn.coalesce('language', 'browser_language').as('language'))
    .where('account_uuid', '=', accountUuid)
    .where('status', '=', 'Active')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
  return row?.language ?? null
}
