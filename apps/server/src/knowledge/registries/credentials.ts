import type { RegistryCredentials } from '@assay/contract/registries.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import type { RegistryKey } from './state-store.ts'

export const credentialsPurpose = ({ accountUuid, uuid }: RegistryKey) =>
  `package registry ${accountUuid} ${uuid}`

/** The encrypted Authorization header; null without credentials. */
export function sealCredentials(
  vault: Vault,
  key: RegistryKey,
  credentials: RegistryCredentials,
): Uint8Array | null {
  const header = authorizationOf(credentials)
  return header === null ? null : vault.seal(header, credentialsPurpose(key))
}

/** Throws Problem if it was encrypted with another key. */
export const openAuthorization = (
  vault: Vault,
  key: RegistryKey,
  sealed: Uint8Array | null,
): string | undefined => (sealed === null ? undefined : vault.open(sealed, credentialsPurpose(key)))

function authorizationOf(credentials: RegistryCredentials): string | null {
  if (credentials.kind === 'none') return null
  if (credentials.kind === 'bearer') return `Bearer ${credentials.token}`
  const { user, password } = credentials
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
