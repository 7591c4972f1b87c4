import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** The language that the member of an address has chosen; null if none, or if it is not a member's. */
export async function findLanguageOf(
  db: Database,
  { accountUuid, email }: { accountUuid: string; email: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('member')
    .select('language')
    .where('account_uuid', '=', accountUuid)
    .where('status', '=', 'Active')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
  return row?.language ?? null
}
