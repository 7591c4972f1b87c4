import type { AccessToken } from '@assay/contract/access-tokens.ts'
import type { PasskeyAssertion } from '@assay/contract/passkeys.ts'
import { api } from '../../api/client.ts'

/** Passkeys require a domain name and do not work on IP addresses. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)

/** Whether the browser supports conditional UI. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())

/** Throws DOMException if no passkey was used, ApiError if the server rejects it. */
export const logInByPasskey = async (options: AskOptions): Promise<AccessToken> =>
  api.passkeys.login({ body: { credential: await askForPasskey(options) } })

type AskOptions = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

/** Throws DOMException if no passkey was used. */
export async function askForPasskey(options: AskOptions): Promise<PasskeyAssertion> {
  const loginOptions = (await api.passkeys.loginOptions()) as unknown as PublicKeyCredentialRequestOptionsJSON
  const credential = await navigator.credentials.get({
    ...options,
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(loginOptions),
  })
  return (credential as PublicKeyCredential).toJSON() as PasskeyAssertion
}
