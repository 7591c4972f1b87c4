import { accounts } from '@assay/contract/accounts.ts'
import { api } from '../../../api/client.ts'
import { accounts as messages } from '../../../messages/accounts.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Form } from '../../../widgets/form.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'

/** Without a mail server, the operator hands over the link. */
export interface CreatedAccount {
  name: string
  invitationUrl: string | null
}

interface Props {
  onMade: (made: CreatedAccount) => void
  onClose: () => void
}

export function NewAccount({ onMade, onClose }: Props) {
  const save = useSaving(async (body: { name: string; email: string }) =>
    onMade(await api.accounts.create({ body })),
  )
  return (
    <Dialog title={messages.add} isOpen onOpenChange={onClose}>
      <Form
        schema={accounts.create.body}
        submit={messages.create}
        action={async (body) => {
          await save(body)
          onClose()
        }}
      >
        {(errors) => (
          <>
            <TextField
              label={messages.columns.name}
              name="name"
              autoComplete="off"
              error={errors.name}
              isRequired
            />
            <TextField
              label={messages.columns.email}
              hint={messages.emailHint}
              name="email"
              type="email"
              autoComplete="off"
              error={errors.email}
              isRequired
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
