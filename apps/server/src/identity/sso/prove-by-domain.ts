import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { proveAddress } from '#accounts/members/prove-address.ts'
import { domainOf } from './domain-of.ts'
import { listVerifiedDomains } from './domain-store.ts'

/** An account's own provider verifies addresses within the account's verified domains. */
export async function proveByDomain(
  tx: Tx,
  scope: Scope,
  { memberUuid, email }: { memberUuid: string; email: string },
): Promise<void> {
  if ((await listVerifiedDomains(tx, scope)).has(domainOf(email)))
    await proveAddress(tx, scope, { memberUuid, email })
}
