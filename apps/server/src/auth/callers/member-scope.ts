import type { Permission } from '@assay/contract/permissions.ts'
import type { Database } from '#platform/database/database.ts'
import { identityOf } from './authenticate.ts'
import { callerFor } from './identity.ts'
import type { Scope } from '#auth/scope.ts'
import { findPrincipalByMember } from './store.ts'

/** The current scope of a member's permission, for work requested earlier; null for none. */
export async function memberScope(
  db: Database,
  of: { accountUuid: string; memberUuid: string },
  permission: Permission,
): Promise<Scope | null> {
  const principal = await findPrincipalByMember(db, of)
  const identity = principal && identityOf(principal, { kind: 'session', uuid: of.memberUuid }, null)
  return (identity && callerFor(identity, permission)?.scope) ?? null
}
