import { accounts } from '@assay/contract/accounts.ts'
import { api } from '../../../api/client.ts'
import { useSession } from '../../../api/session.tsx'
import { Fields } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { account as messages } from '../../../messages/account.ts'
import { Section } from '../section.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

export function Identity() {
  const { account } = useUser()
  const { reload } = useSession()
  const { savedNotice, showSaved } = useSavedNotice()
  const denialReason = useDenialReason()(accounts.update)
  const save = useSaving(async (body: { name?: string | undefined; email?: string | undefined }) => {
    await api.accounts.update({ params: { accountUuid: account.uuid }, body })
    await reload()
  })
  return (
    <Section title={messages.identity.title} lead={messages.identity.lead}>
      <div className="max-w-sm">
        <Form
          schema={accounts.update.body}
          submit={messages.identity.save}
          denialReason={denialReason}
          aside={savedNotice}
          action={async (body) => {
            await save(body)
            showSaved(messages.saved)
          }}
        >
          {(errors) => (
            <Fields
              schema={accounts.update.body}
              fields={{
                name: { label: messages.identity.name },
                email: { label: messages.identity.email, type: 'email' },
              }}
              values={account}
              errors={errors}
              isReadOnly={denialReason !== null}
            />
          )}
        </Form>
      </div>
    </Section>
  )
}
