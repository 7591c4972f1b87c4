import type { IdentityProvider } from '@assay/contract/vocabulary.ts'
import {
  LdapSettings as StoredLdap,
  OidcSettings as StoredOidc,
  SamlSettings as StoredSaml,
} from '@assay/contract/sso.ts'
import type { Role } from '@assay/contract/permissions.ts'
import type { AppContext } from '#context.ts'
import type { Config } from '#config.ts'
import { notFound } from '#platform/http/problem.ts'
import { listActiveProviders, type ProviderRow } from './provider-store.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

/** Owner of the provider, and its name mappings. */
export interface ProviderOf {
  /** The account that configured it; null for the installation's. */
  accountUuid: string | null
  roleNames: Readonly<Record<string, Role>>
  teamNames: Readonly<Record<string, string>>
}

export type OidcSettings = NonNullable<Config['oidc']> & ProviderOf
export type SamlSettings = NonNullable<Config['saml']> & ProviderOf
export type LdapSettings = NonNullable<Config['ldap']> & { accountUuid: string | null }
type ProviderContext = Pick<AppContext, 'db' | 'config' | 'vault'>

/** Namespace of the identities that a reverse proxy names. */
export const headerProvider = 'header'

const ofInstallation: ProviderOf = { accountUuid: null, roleNames: {}, teamNames: {} }

/** The account's own provider, otherwise the installation's; null without either. */
export async function findOidc(
  context: ProviderContext,
  accountUuid: string | null,
): Promise<OidcSettings | null> {
  const row = await activeOf(context, accountUuid, 'oidc')
  if (row && accountUuid !== null) return readOidc(context, accountUuid, row)
  return context.config.oidc ? { ...context.config.oidc, ...ofInstallation } : null
}

export async function findSaml(
  context: ProviderContext,
  accountUuid: string | null,
): Promise<SamlSettings | null> {
  const row = await activeOf(context, accountUuid, 'saml')
  if (row && accountUuid !== null) return readSaml(accountUuid, row)
  return context.config.saml ? { ...context.config.saml, ...ofInstallation } : null
}

export async function findLdap(
  context: ProviderContext,
  accountUuid: string | null,
): Promise<LdapSettings | null> {
  const row = await activeOf(context, accountUuid, 'ldap')
  if (row && accountUuid !== null) return readLdap(context, accountUuid, row)
  return context.config.ldap ? { ...context.config.ldap, accountUuid: null } : null
}

/** At the callback, only the provider the browser was sent to is valid: the account's or, with null, the installation's. */
export function requireProvider<S extends ProviderOf>(settings: S | null, accountUuid: string | null): S {
  if (settings?.accountUuid !== accountUuid) throw notFound('provider')
  return settings
}

async function activeOf({ db }: ProviderContext, accountUuid: string | null, type: IdentityProvider) {
  const rows = accountUuid === null ? [] : await listActiveProviders(db, accountUuid)
  return rows.find((row) => row.type === type)
}

export function readOidc(
  { vault }: Pick<ProviderContext, 'vault'>,
  accountUuid: string,
  { settings, secret }: Pick<ProviderRow, 'settings' | 'secret'>,
): OidcSettings {
  const { roleClaim, teamsClaim, ...stored } = StoredOidc.parse(settings)
  return {
    ...stored,
    accountUuid,
    roleClaim: roleClaim || undefined,
    teamsClaim: teamsClaim || undefined,
    clientSecret: secret === null ? undefined : vault.open(secret, secretPurpose(accountUuid)),
  }
}

export function readSaml(accountUuid: string, { settings }: Pick<ProviderRow, 'settings'>): SamlSettings {
  const { attributes, ...stored } = StoredSaml.parse(settings)
  const { email, name, role, teams } = attributes
  return {
    ...stored,
    accountUuid,
    attributes: {
      email: email || undefined,
      name: name || undefined,
      role: role || undefined,
      teams: teams || undefined,
    },
  }
}

export const readLdap = (
  { vault }: Pick<ProviderContext, 'vault'>,
  accountUuid: string,
  { settings, secret }: Pick<ProviderRow, 'settings' | 'secret'>,
): LdapSettings => ({
  ...StoredLdap.parse(settings),
  accountUuid,
  bindPassword: secret === null ? undefined : vault.open(secret, secretPurpose(accountUuid)),
})

export const secretPurpose = (accountUuid: string): string => `sign-on secret ${accountUuid}`

/**
 * Namespace of a provider's identities. Identities of an account's provider are separate, even if another account or
 * the installation uses the same one.
 */
export const providerKey = (
  { accountUuid }: Pick<ProviderOf, 'accountUuid'>,
  { type, issuer }: { type: IdentityProvider; issuer: string },
) => (accountUuid === null ? `${type} ${issuer}` : `${accountKey(accountUuid, type)}${issuer}`)

/** Prefix of all identity keys of an account's provider. */
export const accountKey = (accountUuid: string, type: IdentityProvider): string =>
  `account ${accountUuid} ${type} `

/** Maps the provider's names to those of this installation. */
export const translated = (texts: string[], names: Readonly<Record<string, string>>): string[] =>
  texts.map((text) => ownProperty(names, text) ?? text)
