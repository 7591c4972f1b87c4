import { type Passkey, passkeys } from '@assay/contract/passkeys.ts'
import { api } from '../../../api/client.ts'
import { factors } from '../../../messages/factors.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { agentName } from '../agent-name.ts'
import { makePasskey } from './make-passkey.ts'

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
