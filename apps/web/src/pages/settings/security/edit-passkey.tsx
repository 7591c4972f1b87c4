import { type Passkey, passkeys, type PasskeyRegistration } from '@assay/contract/passkeys.ts'
import { api } from '../../../api/client.ts'
import { factors } from '../../../messages/factors.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { agentName } from '../agent-name.ts'
import { Rejection } from '../../../api/query.ts'

const messages = factors.passkeys

interface Props {
  /** null for a new one, created by the browser. */
  passkey: Passkey | null
  onClose: () => void
}

export const EditPasskey = ({ passkey, onClose }: Props) => (
  <FormDialog
    title={passkey === null ? messages.add : messages.renameOf(passkey.name)}
    schema={passkeys.rename.body}
    fields={{ name: { label: messages.name, hint: messages.nameHint } }}
    values={passkey ?? { name: agentName(navigator.userAgent) ?? '' }}
    submit={passkey === null ? messages.make : messages.save}
    action={({ name }) =>
      passkey === null
        ? makePasskey(name)
        : api.passkeys.rename({ params: { passkeyUuid: passkey.uuid }, body: { name } })
    }
    onClose={onClose}
  />
)

/** Throws Rejection if the browser creates none, ApiError if the server rejects it. */
async function makePasskey(name: string): Promise<Passkey> {
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
