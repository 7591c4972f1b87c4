import { tokens } from '@assay/contract/tokens.ts'
import type { Output } from '@assay/contract/endpoint.ts'
import { api } from '../../../api/client.ts'
import { settings } from '../../../messages/settings.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { useUser } from '../use-user.ts'

const messages = settings.security.tokens
const schema = tokens.create.body.pick({ name: true })

interface Props {
  token: Output<typeof tokens.list>[number]
  onClose: () => void
}

export function RenameToken({ token, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid, tokenUuid: token.uuid }
  return (
    <FormDialog
      title={messages.renameOf(token.name)}
      schema={schema}
      fields={{ name: { label: messages.columns.name } }}
      values={token}
      submit={messages.save}
      action={(body) => api.tokens.update({ params, body })}
      onClose={onClose}
    />
  )
}
