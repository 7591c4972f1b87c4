import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { proveAddress } from '#accounts/members/prove-address.ts'
import { listVerifiedDomains } from './domain-store.ts'

/** What an account's own provider or directory says of an address is proof where the domain is the account's. */
export async function proveByDomain(
  tx: Tx,
  scope: Scope,
  { memberUuid, email }: { memberUuid: string; email: string },
): Promise<void> {
  const domain = email.split('@')[1] ?? ''
  if ((await listVerifiedDomains(tx, scope)).has(domain)) await proveAddress(tx, scope, { memberUuid, email })
}
