import type { AccessToken } from '@assay/contract/credentials.ts'
import type { PasskeyAssertion } from '@assay/contract/passkeys.ts'
import { api } from '../api/client.ts'

/** Passkeys are bound to a name: a page that is opened by an IP address has none. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)

/** Whether the browser offers passkeys where it fills in the address, with no dialog of its own. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable())

/** Throws DOMException when no passkey was used, ApiError when the server does not take it. */
export const logInByPasskey = async (options: AskOptions): Promise<AccessToken> =>
  api.passkeys.login({ body: { credential: await askForPasskey(options) } })

type AskOptions = Pick<CredentialRequestOptions, 'mediation' | 'signal'>

/** Throws DOMException when no passkey was used. */
export async function askForPasskey(options: AskOptions): Promise<PasskeyAssertion> {
  const asked = (await api.passkeys.loginOptions()) as unknown as PublicKeyCredentialRequestOptionsJSON
  const made = await navigator.credentials.get({
    ...options,
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked),
  })
  return (made as PublicKeyCredential).toJSON() as PasskeyAssertion
}
