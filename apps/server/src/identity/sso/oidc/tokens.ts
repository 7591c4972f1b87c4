import { buildEndSessionUrl, type Configuration, refreshTokenGrant, ResponseBodyError } from 'openid-client'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import {
  claimProviderCheck,
  completeProviderCheck,
  findProviderTokens,
} from '#auth/sessions/provider-tokens-store.ts'
import { findOidc, headerProvider, type OidcSettings, providerKey } from '#identity/sso/settings.ts'
import { discover } from './provider.ts'

const Tokens = z.object({
  /** Or the name of the user at a reverse proxy. */
  idToken: z.string(),
  refreshToken: z.string().optional(),
  /** Provider that issued them; for older sessions, the installation's. */
  provider: z.string().optional(),
})
type Tokens = z.infer<typeof Tokens>

type OidcContext = Pick<AppContext, 'db' | 'config' | 'vault'>

/** A session from the provider. */
export interface SessionKey {
  accountUuid: string
  uuid: string
  /** Authorized by its refresh token. */
  hash?: Uint8Array
}

/** By the holder of its refresh token. */
export type RefreshedSession = SessionKey & { hash: Uint8Array }

const checkEveryMs = 15 * 60_000

export const sealTokens = (vault: Vault, accountUuid: string, tokens: Tokens): Uint8Array =>
  vault.seal(JSON.stringify(tokens), tokensPurpose(accountUuid))

export const openTokens = (vault: Vault, accountUuid: string, sealed: Uint8Array): Tokens =>
  Tokens.parse(JSON.parse(vault.open(sealed, tokensPurpose(accountUuid))))

export const tokensPurpose = (accountUuid: string) => `oidc tokens ${accountUuid}`

/** Identifies the provider of a session. */
export const settingsKey = (settings: OidcSettings): string =>
  providerKey(settings, { type: 'oidc', issuer: settings.issuer })

/** null if the provider has been replaced: another one must not receive the tokens. */
async function settingsOf(context: OidcContext, { accountUuid }: SessionKey, { provider }: Tokens) {
  const [own, shared] = [await findOidc(context, accountUuid), await findOidc(context, null)]
  if (provider === undefined) return shared
  return [own, shared].find((settings) => settings && settingsKey(settings) === provider) ?? null
}

/** Logout URL at the provider; null if there is none. */
export async function logoutUrlOf(context: OidcContext, session: SessionKey): Promise<string | null> {
  const { db, config } = context
  const sealed = await findProviderTokens(db, session)
  const tokens = sealed && openTokens(context.vault, session.accountUuid, sealed)
  if (tokens?.provider === headerProvider) return config.headerLogin?.logoutUrl ?? null
  const settings = tokens && (await settingsOf(context, session, tokens))
  if (!settings) return null
  const provider = await discover(settings, config)
  if (provider.serverMetadata().end_session_endpoint === undefined) return null
  const { idToken } = tokens
  return buildEndSessionUrl(provider, {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${publicAddress(config)}/`,
  }).href
}

/**
 * Whether the provider still recognizes the person, checked periodically with its refresh token. After a negative
 * answer, checked again soon unless the session has ended.
 */
export async function isStillKnown(context: OidcContext, session: RefreshedSession): Promise<boolean> {
  const { db, config, vault } = context
  const sealed = await claimProviderCheck(db, { ...session, everyMs: checkEveryMs })
  const tokens = sealed && openTokens(vault, session.accountUuid, sealed)
  if (!tokens) return true
  const settings = tokens.refreshToken ? await settingsOf(context, session, tokens) : null
  const renewed = settings && (await renewTokens(tokens, await discover(settings, config).catch(() => null)))
  if (renewed === 'refused') return false
  const next = renewed && sealTokens(vault, session.accountUuid, renewed)
  await completeProviderCheck(db, { ...session, sealed: next })
  return true
}

/** null if the provider is unavailable, which ends no sessions. */
async function renewTokens(
  tokens: Tokens,
  provider: Configuration | null,
): Promise<Tokens | 'refused' | null> {
  const { idToken, refreshToken } = tokens
  if (!provider || refreshToken === undefined) return null
  try {
    const renewed = await refreshTokenGrant(provider, refreshToken)
    return {
      ...tokens,
      idToken: renewed.id_token ?? idToken,
      refreshToken: renewed.refresh_token ?? refreshToken,
    }
  } catch (error) {
    return error instanceof ResponseBodyError && error.error === 'invalid_grant' ? 'refused' : null
  }
}
