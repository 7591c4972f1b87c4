import { buildEndSessionUrl, type Configuration, refreshTokenGrant, ResponseBodyError } from 'openid-client'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { claimProviderCheck, completeProviderCheck, findProviderTokens } from '#auth/provider-tokens-store.ts'
import { findOidc, type OidcSettings, providerKey } from '#identity/sso/settings.ts'
import { discover } from './provider.ts'

const Tokens = z.object({
  idToken: z.string(),
  refreshToken: z.string().optional(),
  /** Who gave them, and alone may see them again; of older sessions, the installation's provider. */
  provider: z.string().optional(),
})
type Tokens = z.infer<typeof Tokens>

type OidcContext = Pick<AppContext, 'db' | 'config' | 'vault'>

/** A session that came by the provider. */
export interface SessionKey {
  accountUuid: string
  uuid: string
  /** Of its refresh token, where nothing else has shown yet that the caller holds it. */
  hash?: Uint8Array
}

/** By who holds its refresh token. */
export type HeldSession = SessionKey & { hash: Uint8Array }

const checkEveryMs = 15 * 60_000

export const sealTokens = (vault: Vault, accountUuid: string, tokens: Tokens): Uint8Array =>
  vault.seal(JSON.stringify(tokens), purposeOf(accountUuid))

const openTokens = (vault: Vault, accountUuid: string, sealed: Uint8Array): Tokens =>
  Tokens.parse(JSON.parse(vault.open(sealed, purposeOf(accountUuid))))

const purposeOf = (accountUuid: string) => `oidc tokens ${accountUuid}`

/** Under which name a session remembers its provider. */
export const settingsKey = (settings: OidcSettings): string =>
  providerKey(settings, { type: 'oidc', issuer: settings.issuer })

/** null when the provider is another one by now: it gets nothing that was not its own. */
async function settingsOf(tools: OidcContext, { accountUuid }: SessionKey, { provider }: Tokens) {
  const [own, shared] = [await findOidc(tools, accountUuid), await findOidc(tools, null)]
  if (provider === undefined) return shared
  return [own, shared].find((settings) => settings && settingsKey(settings) === provider) ?? null
}

/** Where the browser ends its session at the provider, too; null when there is none or the provider offers no way. */
export async function logoutUrlOf(tools: OidcContext, session: SessionKey): Promise<string | null> {
  const { db, config } = tools
  const sealed = await findProviderTokens(db, session)
  const tokens = sealed && openTokens(tools.vault, session.accountUuid, sealed)
  const settings = tokens && (await settingsOf(tools, session, tokens))
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
 * Whether the provider still knows the person; asked now and then, where it gave a token to ask by. After a no, it is
 * asked again soon unless the session has ended.
 */
export async function isStillKnown(tools: OidcContext, session: HeldSession): Promise<boolean> {
  const { db, config, vault } = tools
  const sealed = await claimProviderCheck(db, { ...session, everyMs: checkEveryMs })
  const tokens = sealed && openTokens(vault, session.accountUuid, sealed)
  if (!tokens) return true
  const settings = tokens.refreshToken ? await settingsOf(tools, session, tokens) : null
  const renewed = settings && (await renewTokens(tokens, await discover(settings, config).catch(() => null)))
  if (renewed === 'refused') return false
  const next = renewed && sealTokens(vault, session.accountUuid, renewed)
  await completeProviderCheck(db, { ...session, sealed: next })
  return true
}

/** null when the provider cannot be asked: one that is down ends nobody's session. */
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
