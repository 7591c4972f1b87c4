import { accounts } from '@assay/contract/accounts.ts'
import { api } from '../../../api/client.ts'
import { useSession } from '../../../api/session.tsx'
import { Form } from '../../../parts/form.tsx'
import { account as words } from '../../../texts/account.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { Part } from '../part.tsx'
import { useSaving } from '../use-act.ts'
import { useSaid } from '../use-said.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUser } from '../use-user.ts'

export function Identity() {
  const { account } = useUser()
  const { reload } = useSession()
  const { said, say } = useSaid()
  const refusal = useRefusal()(accounts.update)
  const save = useSaving(async (body: { name?: string | undefined; email?: string | undefined }) => {
    await api.accounts.update({ params: { accountUuid: account.uuid }, body })
    await reload()
  })
  return (
    <Part title={words.identity.title} lead={words.identity.lead}>
      <div className="max-w-sm">
        <Form
          schema={accounts.update.body}
          submit={words.identity.save}
          refusal={refusal}
          aside={said}
          act={async (body) => {
            await save(body)
            say(words.saved)
          }}
        >
          {(errors) => (
            <>
              <TextField
                label={words.identity.name}
                name="name"
                autoComplete="off"
                defaultValue={account.name}
                readOnly={refusal !== null}
                error={errors.name}
                isRequired
              />
              <TextField
                label={words.identity.email}
                name="email"
                type="email"
                autoComplete="off"
                defaultValue={account.email}
                readOnly={refusal !== null}
                error={errors.email}
                isRequired
              />
            </>
          )}
        </Form>
      </div>
    </Part>
  )
}
