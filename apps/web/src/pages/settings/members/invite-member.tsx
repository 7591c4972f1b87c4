import { members } from '@assay/contract/members.ts'
import { roles } from '@assay/contract/permissions.ts'
import { api } from '../../../api/client.ts'
import { optionsOf } from '../../../widgets/forms/fields.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { login } from '../../../messages/login.ts'
import { settings } from '../../../messages/settings.ts'
import { useUser } from '../use-user.ts'

const messages = settings.members

const schema = members.add.body.pick({ email: true, name: true, role: true })

/** Without a mail server, the inviting member hands over the link. */
export interface Invited {
  email: string
  invitationUrl: string | null
}

interface Props {
  onInvited: (invited: Invited) => void
  onClose: () => void
}

export function InviteMember({ onInvited, onClose }: Props) {
  const { account, role: own } = useUser()
  // Only administrators choose the role; otherwise the server does.
  const canChoose = own === 'Administrator'
  return (
    <FormDialog
      title={messages.invite}
      schema={schema}
      fields={{
        email: { label: login.email, type: 'email' },
        name: { label: messages.columns.name, hint: login.register.nameHint, isRequired: false },
        ...(canChoose && { role: { label: messages.columns.role, options: optionsOf(roles) } }),
      }}
      values={{ role: 'Viewer' }}
      submit={messages.sendInvitation}
      failed={messages.failed.created}
      action={async (body) => {
        const params = { accountUuid: account.uuid }
        const { email, invitationUrl } = await api.members.add({ params, body })
        onInvited({ email, invitationUrl })
      }}
      onClose={onClose}
    />
  )
}
