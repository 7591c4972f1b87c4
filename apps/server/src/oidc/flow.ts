import { z } from 'zod'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Parts } from '../app.ts'
import { publicAddress } from '../http/public-address.ts'
import { Problem } from '../http/problem.ts'
import { type Admitted, admit } from '../sso/admit.ts'
import { openSealed, seal } from '../sso/carry.ts'
import { profileOf } from './profile.ts'
import type { OidcSettings } from '../sso/settings.ts'
import { discover } from './provider.ts'
import { sealTokens, settingsKey } from './tokens.ts'

type Tools = Pick<Parts, 'db' | 'config' | 'vault'>

/** What must come back to the browser that left. */
const Departure = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** Whose provider the browser was sent to; null: the installation's. */
  accountUuid: z.uuid().nullable(),
})

export const departureLifetimeMs = 10 * 60_000
export const callbackPath = '/api/v1/sso/oidc/callback'
export const callbackPathOf = ({ accountUuid }: Pick<OidcSettings, 'accountUuid'>): string =>
  accountUuid === null ? callbackPath : `${callbackPath}/${accountUuid}`
const purpose = 'oidc departure'

/** Where to send the browser, and what it carries meanwhile, sealed. */
export async function depart(
  { config, vault }: Tools,
  settings: OidcSettings,
  returnTo: string,
): Promise<{ url: string; carried: string }> {
  const provider = await discover(settings, config)
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  const url = buildAuthorizationUrl(provider, {
    ...{
      redirect_uri: publicAddress(config) + callbackPathOf(settings),
      scope: settings.scopes,
      state,
      nonce,
    },
    ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  })
  const { accountUuid } = settings
  const departure = { state, nonce, verifier, returnTo, accountUuid }
  const carried = seal(vault, purpose, { ...departure, lifetimeMs: departureLifetimeMs })
  return { url: url.href, carried }
}

export interface Arrived extends Admitted {
  returnTo: string
  providerTokens: Uint8Array
}

/** The member who comes back. Throws Problem for whatever is not as it must be. */
export async function arrive(
  tools: Tools,
  settings: OidcSettings,
  { carried, path }: { carried: string; path: string },
): Promise<Arrived> {
  const { db, config, vault } = tools
  const departure = openSealed(vault, purpose, { schema: Departure, text: carried })
  // At an address of its own, a provider can hand over nothing that another one said: RFC 9700, 4.4.
  if (departure?.accountUuid !== settings.accountUuid) throw failed()
  const { state, nonce, verifier, returnTo } = departure
  const provider = await discover(settings, config)
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  }
  const granted = await authorizationCodeGrant(provider, new URL(publicAddress(config) + path), checks).catch(
    (error: unknown) => {
      throw Object.assign(failed(), { cause: error })
    },
  )
  const claims = granted.claims()
  if (!claims) throw failed()
  const isComplete = claims['email'] !== undefined || !provider.serverMetadata().userinfo_endpoint
  const more = isComplete ? {} : await fetchUserInfo(provider, granted.access_token, claims.sub)
  const who = await admit(db, profileOf({ ...more, ...claims }, settings))
  const { id_token: idToken, refresh_token: refreshToken } = granted
  const tokens = { idToken: idToken!, refreshToken, provider: settingsKey(settings) }
  return { ...who, returnTo, providerTokens: sealTokens(vault, who.accountUuid, tokens) }
}

const failed = () =>
  new Problem(401, 'signOnFailed', 'The login at the provider did not succeed or took too long: try again')
