import type { Member } from '@assay/contract/members.ts'
import { Recipients } from '@assay/contract/notification-channels.ts'
import { notifications } from '@assay/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { emailMembers as messages } from '../../../messages/email-members.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { ActionButton } from '../action-button.tsx'
import { useDenialReason } from '../use-denial-reason.ts'

const { subject, content } = notifications.sendEmail.body.shape
const maxRecipients = 50

const addressesOf = (text: string) => text.split(/[\s,;]+/).filter((each) => each !== '')
/** The contract's schema with the recipients as entered. */
const schema = z.object({
  subject,
  content,
  recepients: z.string().transform(addressesOf).pipe(Recipients.min(1, messages.noRecipients)),
})

interface Props {
  members: readonly Member[]
}

/** A button, and the form that it opens. */
export function EmailMembers({ members }: Props) {
  const [isOpen, setOpen] = useState(false)
  const notAllowed = useDenialReason()(notifications.sendEmail)
  const { data } = useQuery({ ...query(api.notifications.config, {}), enabled: notAllowed === null })
  const noServer = data?.canEmail === false ? messages.noServer : null
  return (
    <>
      <ActionButton denialReason={notAllowed ?? noServer} onPress={() => setOpen(true)}>
        {messages.open}
      </ActionButton>
      {isOpen && <WriteEmail members={members} onClose={() => setOpen(false)} />}
    </>
  )
}

function WriteEmail({ members, onClose }: Props & { onClose: () => void }) {
  const active = members.filter(({ status }) => status === 'Active').map(({ email }) => email)
  return (
    <FormDialog
      title={messages.open}
      isHeld
      schema={schema}
      fields={{
        recepients: { label: messages.recipients, rows: 4, hint: messages.recipientsHint, isRequired: false },
        subject: { label: messages.subject },
        content: { label: messages.content, rows: 8, hint: messages.contentHint },
      }}
      values={{ recepients: active.length <= maxRecipients ? active.join('\n') : '' }}
      submit={messages.send}
      failed={messages.failed}
      action={async ({ recepients: typed, ...email }) => {
        const body = { ...email, recepients: addressesOf(typed) }
        const { queued } = await api.notifications.sendEmail({ body })
        showNotice(messages.sent(queued))
      }}
      onClose={onClose}
    />
  )
}
