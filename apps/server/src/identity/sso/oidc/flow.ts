import { z } from 'zod'
import {
  authorizationCodeGrant,
  type AuthorizationCodeGrantChecks,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { AppContext } from '#context.ts'
import { consumeText } from '#auth/sessions/nonce.ts'
import type { Tx } from '#platform/database/database.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { Problem } from '#platform/http/problem.ts'
import { type ResolvedMember, resolveMember } from '#identity/sso/resolve-member.ts'
import { openSealed, seal } from '#identity/sso/sealed-state.ts'
import { type ProvedIdentity, SessionToConfirm } from '#identity/sso/reauthenticate.ts'
import { areStorable } from '#identity/sso/are-storable.ts'
import { profileOf } from './profile.ts'
import type { OidcSettings } from '#identity/sso/settings.ts'
import { discover, discoverTogether, unreachable } from './provider.ts'
import { sealTokens, settingsKey } from './tokens.ts'

type OidcContext = Pick<AppContext, 'db' | 'config' | 'vault'>

/** State that must come back to the browser that started the flow. */
const AuthorizationState = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** The session to reauthenticate; null for a login. */
  session: SessionToConfirm.nullable(),
  /** Owner of the provider; null for the installation's. */
  accountUuid: z.uuid().nullable(),
})

export const authorizationLifetimeMs = 10 * 60_000
export const callbackPath = '/api/v1/sso/oidc/callback'
export const callbackPathOf = ({ accountUuid }: Pick<OidcSettings, 'accountUuid'>): string =>
  accountUuid === null ? callbackPath : `${callbackPath}/${accountUuid}`
const purpose = 'oidc authorization request'

/** Purpose of a flow: login or reauthentication. */
export interface Purpose {
  returnTo: string
  session: SessionToConfirm | null
}

/** The redirect URL and the sealed state. */
export async function beginAuthorization(
  { config, vault }: OidcContext,
  settings: OidcSettings,
  { returnTo, session }: Purpose,
): Promise<{ url: string; sealedState: string }> {
  const provider = await discoverTogether(settings, config)
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  const url = authorizationUrl(provider, {
    redirect_uri: publicAddress(config) + callbackPathOf(settings),
    scope: settings.scopes,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // OpenID Connect Core 3.1.2.1: forces authentication and returns auth_time.
    ...(session && { prompt: 'login', max_age: '0' }),
  })
  const { accountUuid } = settings
  const authorization = { state, nonce, verifier, returnTo, session, accountUuid }
  const sealedState = seal(vault, purpose, { ...authorization, lifetimeMs: authorizationLifetimeMs })
  return { url, sealedState }
}

/** Browsers and proxies accept no longer header. */
const maxUrlLength = 8000

/** Throws Problem 502 if the provider announces no usable address. */
function authorizationUrl(provider: Configuration, parameters: Record<string, string>): string {
  try {
    const { href } = buildAuthorizationUrl(provider, parameters)
    if (href.length > maxUrlLength) throw new Error('The address of the login is too long')
    return href
  } catch (error) {
    throw unreachable(error)
  }
}

export interface CompletedAuthorization extends Purpose {
  proved: ProvedIdentity
  /** Resolves the member in the session's transaction. Throws Problem for unknown users. */
  identify(tx: Tx): Promise<ResolvedMember & { providerTokens: Uint8Array }>
}

/** Verifies the callback. Throws Problem if anything is invalid. */
export async function completeAuthorization(
  context: OidcContext,
  settings: OidcSettings,
  { sealedState, path }: { sealedState: string; path: string },
): Promise<CompletedAuthorization> {
  const { db, config, vault } = context
  const authorization = openSealed(vault, purpose, { schema: AuthorizationState, text: sealedState })
  // Separate callback addresses prevent mix-up attacks: RFC 9700, 4.4.
  if (authorization?.accountUuid !== settings.accountUuid) throw failed()
  const { state, nonce, verifier, returnTo, session } = authorization
  const url = new URL(publicAddress(config) + path)
  const until = new Date(Date.now() + authorizationLifetimeMs)
  // Not all providers ensure that a code is used once.
  if (url.searchParams.get('state') !== state || !(await consumeText(db, `oidc state ${state}`, until)))
    throw failed()
  const provider = await discover(settings, config)
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  }
  const { claims, more, tokens } = await redeemCode(provider, url, checks).catch((error: unknown) => {
    throw Object.assign(failed(), { cause: error })
  })
  const profile = profileOf({ ...more, ...claims }, settings)
  if (!areStorable(profile)) throw failed()
  return {
    returnTo,
    session,
    // Only from the ID token, which is signed.
    proved: { ...profile, authenticatedAt: dateOf(claims.auth_time) },
    async identify(tx) {
      const principal = await resolveMember(tx, profile)
      const providerTokens = sealTokens(vault, principal.accountUuid, {
        ...tokens,
        provider: settingsKey(settings),
      })
      return { ...principal, providerTokens }
    },
  }
}

/** Claims of the ID token, those of the user info if the address is missing, and the tokens. Throws any error. */
async function redeemCode(provider: Configuration, url: URL, checks: AuthorizationCodeGrantChecks) {
  const granted = await authorizationCodeGrant(provider, url, checks)
  const claims = granted.claims()
  if (!claims) throw new Error('There is no ID token')
  checkClaims(claims, provider.clientMetadata().client_id)
  const isComplete = claims['email'] !== undefined || !provider.serverMetadata().userinfo_endpoint
  const more = isComplete ? {} : await fetchUserInfo(provider, granted.access_token, claims.sub)
  return { claims, more, tokens: { idToken: granted.id_token!, refreshToken: granted.refresh_token } }
}

/** Seconds that the provider's clock may be ahead. */
const clockToleranceSeconds = 300

/** Checks that the library omits: OpenID Connect Core 3.1.3.7. */
function checkClaims({ sub, azp, iat }: IDToken, clientId: string): void {
  if (sub === '') throw new Error('The subject is empty')
  if (azp !== undefined && azp !== clientId) throw new Error('The ID token is for another client')
  if (iat > Date.now() / 1000 + clockToleranceSeconds) throw new Error('The ID token is from the future')
}

const maxDateSeconds = 8.64e12

/** null if invalid. */
const dateOf = (seconds: number | undefined): Date | null =>
  seconds === undefined || !(seconds >= 0 && seconds <= maxDateSeconds) ? null : new Date(seconds * 1000)

const failed = () =>
  new Problem(401, 'signOnFailed', 'The login at the identity provider failed or took too long. Try again')
