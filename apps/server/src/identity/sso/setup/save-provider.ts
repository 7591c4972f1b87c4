import type { IdentityProvider } from '@assay/contract/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import type { LdapSettings } from '@assay/contract/sso.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { deleteProvider, findProvider, upsertProvider } from '#identity/sso/provider-store.ts'
import { accountKey } from '#identity/sso/settings.ts'
import { deleteExternals } from '#identity/sso/store.ts'

interface ProviderChanges {
  type: IdentityProvider
  settings: { issuer: string } | LdapSettings
  /** Encrypted; undefined keeps the stored one. */
  secret: Uint8Array | null | undefined
}

/** A changed issuer or search base inherits no identities, and a secret is sent only where it was entered for. */
export async function saveProvider(
  tx: Tx,
  scope: Scope,
  { type, settings, secret }: ProviderChanges,
): Promise<void> {
  const before = await findProvider(tx, scope, type)
  const known = before && bindingsOf(before.settings as ProviderChanges['settings'])
  const next = bindingsOf(settings)
  const isOther = known !== undefined && known.identities !== next.identities
  const keepsSecret = known !== undefined && known.secret === next.secret && before!.secret !== null
  if (secret === undefined && next.needsSecret && !keepsSecret)
    throw new Problem(400, 'secretMissing', 'Enter the password of the service user for this directory')
  if (secret === undefined && before !== undefined && before.secret !== null && !keepsSecret)
    throw new Problem(400, 'secretMissing', 'A new issuer needs its own client secret')
  await upsertProvider(tx, scope, {
    type,
    settings,
    secret: secret === undefined ? (before?.secret ?? null) : secret,
  })
  if (isOther) await deleteExternals(tx, scope, accountKey(scope.accountUuid, type))
}

/** What identities and the secret belong to. */
const bindingsOf = (settings: ProviderChanges['settings']) =>
  'issuer' in settings
    ? { identities: settings.issuer, secret: settings.issuer, needsSecret: false }
    : {
        identities: settings.baseDn.toLowerCase(),
        secret: JSON.stringify([settings.urls.toSorted(), settings.bindDn]),
        needsSecret: settings.bindDn !== '',
      }

export async function forgetProvider(tx: Tx, scope: Scope, type: IdentityProvider): Promise<void> {
  if (!(await deleteProvider(tx, scope, type))) throwNotFound('provider')
  await deleteExternals(tx, scope, accountKey(scope.accountUuid, type))
}
