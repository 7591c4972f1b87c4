import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** Those of the addresses that are of active members of the account. */
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
