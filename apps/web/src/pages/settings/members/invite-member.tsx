import { members } from '@assay/contract/members.ts'
import { roles } from '@assay/contract/permissions.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Form } from '../../../widgets/form.tsx'
import { login } from '../../../messages/login.ts'
import { settings } from '../../../messages/settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
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
  const save = useSaving(async (body: { email: string; name?: string | undefined }) => {
    const { email, invitationUrl } = await api.members.add({
      params: { accountUuid: account.uuid },
      body: { ...body, ...(own === 'Administrator' && { role }) },
    })
    onInvited({ email, invitationUrl })
  })
  return (
    <Dialog title={messages.invite} isOpen onOpenChange={onClose}>
      <Form
        schema={schema}
        submit={messages.sendInvitation}
        failed={messages.failed.created}
        action={async (body) => {
          await save(body)
          onClose()
        }}
      >
        {(errors) => (
          <>
            <TextField
              label={login.email}
              name="email"
              type="email"
              autoComplete="off"
              error={errors.email}
              isRequired
            />
            <TextField
              label={messages.columns.name}
              hint={login.register.nameHint}
              name="name"
              autoComplete="off"
              error={errors.name}
            />
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
      </Form>
    </Dialog>
  )
}
