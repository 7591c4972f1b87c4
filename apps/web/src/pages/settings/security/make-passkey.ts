import type { Passkey, PasskeyRegistration } from '@assay/contract/passkeys.ts'
import { api } from '../../../api/client.ts'
import { Rejection } from '../../../api/query.ts'
import { factors } from '../../../messages/factors.ts'

const messages = factors.passkeys

/** Throws Rejection if the browser creates none, ApiError if the server rejects it. */
export async function makePasskey(name: string): Promise<Passkey> {
  const creationOptions =
    (await api.passkeys.registrationOptions()) as unknown as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(creationOptions)
  const made = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    // https://www.w3.org/TR/webauthn-3/#sctn-create-request-exceptions
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
    throw new Rejection(isKnown ? messages.known : messages.refused, { cause: error })
  })
  const credential = (made as PublicKeyCredential).toJSON() as unknown as PasskeyRegistration
  return api.passkeys.register({ body: { name, credential } })
}
