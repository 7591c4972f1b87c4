import { members } from '@assay/contract/members.ts'
import { roles } from '@assay/contract/permissions.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { login } from '../../../messages/login.ts'
import { settings } from '../../../messages/settings.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { useUser } from '../use-user.ts'

const messages = settings.members

const schema = members.add.body.pick({ email: true, name: true })

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
  const [role, setRole] = useState<string>('Viewer')
  return (
    <FormDialog
      title={messages.invite}
      schema={schema}
      fields={{
        email: { label: login.email, type: 'email' },
        name: { label: messages.columns.name, hint: login.register.nameHint, isRequired: false },
      }}
      submit={messages.sendInvitation}
      failed={messages.failed.created}
      action={async (body) => {
        const { email, invitationUrl } = await api.members.add({
          params: { accountUuid: account.uuid },
          body: { ...body, ...(own === 'Administrator' && { role }) },
        })
        onInvited({ email, invitationUrl })
      }}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {fields}
          {/* Only administrators choose the role; otherwise the server does. */}
          {own === 'Administrator' && (
            <SelectField
              label={messages.columns.role}
              value={role}
              options={roles.map((value) => ({ value, label: value }))}
              onChange={setRole}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
