import type { ProviderType } from '@assay/contract/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { deleteProvider, findProvider, upsertProvider } from '#identity/sso/provider-store.ts'
import { accountKey } from '#identity/sso/settings.ts'
import { deleteExternals } from '#identity/sso/store.ts'

interface ProviderChanges {
  type: ProviderType
  settings: { issuer: string }
  /** Encrypted; undefined keeps the stored one. */
  secret: Uint8Array | null | undefined
}

/** A changed issuer inherits neither secret nor identities. */
export async function saveProvider(
  tx: Tx,
  scope: Scope,
  { type, settings, secret }: ProviderChanges,
): Promise<void> {
  const before = await findProvider(tx, scope, type)
  const isOther =
    before !== undefined && (before.settings as ProviderChanges['settings']).issuer !== settings.issuer
  if (isOther && before.secret !== null && secret === undefined)
    throw new Problem(400, 'secretMissing', 'A new issuer needs its own client secret')
  await upsertProvider(tx, scope, {
    type,
    settings,
    secret: secret === undefined ? (before?.secret ?? null) : secret,
  })
  if (isOther) await deleteExternals(tx, scope, accountKey(scope.accountUuid, type))
}

export async function forgetProvider(tx: Tx, scope: Scope, type: ProviderType): Promise<void> {
  if (!(await deleteProvider(tx, scope, type))) throwNotFound('provider')
  await deleteExternals(tx, scope, accountKey(scope.accountUuid, type))
}
