import type { Passkey } from '@assay/contract/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { canUsePasskeys } from '../../../widgets/sign-on/passkeys.ts'
import { factors } from '../../../messages/factors.ts'
import { When } from '../../../ui/when.tsx'
import { EditPasskey } from './edit-passkey.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'

const messages = factors.passkeys
const { name, created, lastUsed } = messages.columns
const columns: readonly Column<Passkey>[] = [
  { title: name, cell: (passkey) => passkey.name },
  { title: created, cell: ({ createdAt }) => <When epochMs={createdAt} /> },
  { title: lastUsed, cell: ({ lastUsedAt }) => <When epochMs={lastUsedAt} otherwise={messages.neverUsed} /> },
]

export function Passkeys() {
  const passkeys = useQuery(query(api.passkeys.list, {}))
  const denialReason = canUsePasskeys() ? null : messages.impossible
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{
        label: messages.add,
        denialReason,
        renderDialog: (onClose) => <EditPasskey passkey={null} onClose={onClose} />,
      }}
      query={passkeys}
      columns={columns}
      none={denialReason ?? messages.none}
      actions={(passkey) => [
        {
          text: messages.rename,
          label: messages.renameOf(passkey.name),
          renderDialog: (onClose) => <EditPasskey passkey={passkey} onClose={onClose} />,
        },
        {
          text: messages.remove,
          label: messages.removeOf(passkey.name),
          confirm: {
            title: messages.removeTitle(passkey.name),
            text: messages.removeText,
            submit: messages.remove,
            action: () => api.passkeys.remove({ params: { passkeyUuid: passkey.uuid } }),
          },
        },
      ]}
    />
  )
}
