import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { proveAddress } from '#accounts/members/prove-address.ts'
import { listVerifiedDomains } from './domain-store.ts'

/** An account's own provider verifies addresses within the account's verified domains. */
export async function proveByDomain(
  tx: Tx,
  scope: Scope,
  { memberUuid, email }: { memberUuid: string; email: string },
): Promise<void> {
  const domain = email.split('@')[1] ?? ''
  if ((await listVerifiedDomains(tx, scope)).has(domain)) await proveAddress(tx, scope, { memberUuid, email })
}
