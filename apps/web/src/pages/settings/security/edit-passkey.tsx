import { type Passkey, passkeys } from '@assay/contract/passkeys.ts'
import { api } from '../../../api/client.ts'
import { Form } from '../../../widgets/form.tsx'
import { factors } from '../../../messages/factors.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { agentName } from '../agent-name.ts'
import { makePasskey } from './make-passkey.ts'
import { useSaving } from '../use-mutation-with-toast.ts'

const messages = factors.passkeys

interface Props {
  /** null for a new one, created by the browser. */
  passkey: Passkey | null
  onClose: () => void
}

export function EditPasskey({ passkey, onClose }: Props) {
  const save = useSaving(({ name }: { name: string }) =>
    passkey === null
      ? makePasskey(name)
      : api.passkeys.rename({ params: { passkeyUuid: passkey.uuid }, body: { name } }),
  )
  return (
    <Dialog
      title={passkey === null ? messages.add : messages.renameOf(passkey.name)}
      isOpen
      onOpenChange={onClose}
    >
      <Form
        schema={passkeys.rename.body}
        submit={passkey === null ? messages.make : messages.save}
        action={async (body) => {
          await save(body)
          onClose()
        }}
      >
        {(errors) => (
          <TextField
            label={messages.name}
            hint={messages.nameHint}
            name="name"
            autoComplete="off"
            defaultValue={passkey?.name ?? agentName(navigator.userAgent) ?? ''}
            error={errors.name}
            isRequired
          />
        )}
      </Form>
    </Dialog>
  )
}
