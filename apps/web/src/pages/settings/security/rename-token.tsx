import { tokens } from '@assay/contract/tokens.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { api } from '../../../api/client.ts'
import { settings } from '../../../messages/settings.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Form } from '../../../widgets/form.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

const messages = settings.security.tokens
const schema = tokens.create.body.pick({ name: true })

interface Props {
  token: Output<typeof tokens.list>[number]
  onClose: () => void
}

export function RenameToken({ token, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid, tokenUuid: token.uuid }
  const save = useSaving((body: { name: string }) => api.tokens.update({ params, body }))
  return (
    <Dialog title={messages.renameOf(token.name)} isOpen onOpenChange={onClose}>
      <Form
        schema={schema}
        submit={messages.save}
        action={async (body) => {
          await save(body)
          onClose()
        }}
      >
        {(errors) => (
          <TextField
            label={messages.columns.name}
            name="name"
            autoComplete="off"
            defaultValue={token.name}
            error={errors.name}
            isRequired
          />
        )}
      </Form>
    </Dialog>
  )
}
