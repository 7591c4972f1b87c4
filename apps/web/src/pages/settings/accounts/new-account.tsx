import { accounts } from '@assay/contract/accounts.ts'
import { api } from '../../../api/client.ts'
import { accounts as messages } from '../../../messages/accounts.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'

/** Without a mail server, the operator hands over the link. */
export interface CreatedAccount {
  name: string
  invitationUrl: string | null
}

interface Props {
  onMade: (made: CreatedAccount) => void
  onClose: () => void
}

export const NewAccount = ({ onMade, onClose }: Props) => (
  <FormDialog
    title={messages.add}
    schema={accounts.create.body}
    fields={{
      name: { label: messages.columns.name },
      email: { label: messages.columns.email, hint: messages.emailHint, type: 'email' },
    }}
    submit={messages.create}
    action={async (body) => onMade(await api.accounts.create({ body }))}
    onClose={onClose}
  />
)
