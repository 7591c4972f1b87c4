import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** Addresses that belong to active members of the account, with the members' languages. */
export async function listActiveAddresses(
  db: Database,
  { accountUuid }: Scope,
  emails: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('member')
    .select((eb) => ['email', eb.fn.coalesce('language', 'browser_language').as('language')])
    .where('account_uuid', '=', accountUuid)
    .where('status', '=', 'Active')
    .where(sql<boolean>`lower(email) = any(${[...emails]}::text[])`)
    .execute()
  return new Map(rows.map(({ email, language }) => [email.toLowerCase(), language]))
}
