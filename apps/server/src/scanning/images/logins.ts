import type { Database } from '#platform/database/database.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import { findLogin } from './login-store.ts'
import type { Login } from './registry-client.ts'

export const passwordPurpose = (accountUuid: string, uuid: string) => `image registry ${accountUuid} ${uuid}`

/** The account's login for a registry; null if it has none. */
export async function loginFor(
  { db, vault }: { db: Database; vault: Vault },
  accountUuid: string,
  host: string,
): Promise<Login | null> {
  const row = await findLogin(db, { accountUuid }, host)
  return row
    ? { user: row.user, password: vault.open(row.password, passwordPurpose(accountUuid, row.uuid)) }
    : null
}
