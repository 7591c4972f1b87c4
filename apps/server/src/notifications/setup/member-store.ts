import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** The subset of addresses that belong to active members of the account. */
export async function listActiveAddresses(
  db: Database,
  { accountUuid }: Scope,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('member')
    .select('email')
    .where('account_uuid', '=', accountUuid)
    .where('status', '=', 'Active')
    .where(sql<boolean>`lower(email) = any(${[...emails]}::text[])`)
    .execute()
  return new Set(rows.map(({ email }) => email.toLowerCase()))
}
