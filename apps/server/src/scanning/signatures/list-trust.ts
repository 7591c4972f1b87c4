import type { TrustedIdentity } from '@assay/contract/trusted-roots.ts'
import type { Trust } from '@assay/engine/signatures/verify-document.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { listTrustedRoots } from './root-store.ts'
import { listTrustedKeys } from './store.ts'

/** Whose signatures count in the account. */
export async function listTrust(db: Database, scope: Scope): Promise<Trust> {
  const keys = await listTrustedKeys(db, scope)
  const roots = await listTrustedRoots(db, scope)
  return {
    keys: keys.map(({ name, pem }) => ({ name, pem })),
    roots: roots.map(({ name, root, identities }) => ({
      name,
      root,
      identities: identities as TrustedIdentity[],
    })),
  }
}
