import type { Passkey } from '@assay/contract/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { canUsePasskeys } from '../../../widgets/sign-on/passkeys.ts'
import { factors } from '../../../messages/factors.ts'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { EditPasskey } from './edit-passkey.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { ResourceSection } from '../resource-section.tsx'

const messages = factors.passkeys
const columns = Object.values(messages.columns).map((title) => ({ title }))

export function Passkeys() {
  const passkeys = useQuery(query(api.passkeys.list, {}))
  const denialReason = canUsePasskeys() ? null : messages.impossible
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{ label: messages.add, denialReason }}
      query={passkeys}
      columns={columns}
      none={denialReason ?? messages.none}
      renderDialog={(passkey, onClose) => <EditPasskey passkey={passkey} onClose={onClose} />}
      remove={({ name, uuid: passkeyUuid }) => ({
        title: messages.removeTitle(name),
        text: messages.removeText,
        submit: messages.remove,
        action: () => api.passkeys.remove({ params: { passkeyUuid } }),
      })}
    >
      {(passkey, ask) => (
        <Row key={passkey.uuid} passkey={passkey} onRename={ask.edit} onRemove={ask.remove} />
      )}
    </ResourceSection>
  )
}

interface RowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

const Row = ({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) => (
  <tr className={rowStyle}>
    <NameCell>{name}</NameCell>
    <td className={cellStyle}>
      <When epochMs={createdAt} />
    </td>
    <td className={cellStyle}>
      <When epochMs={lastUsedAt} otherwise={messages.neverUsed} />
    </td>
    <ActionsCell
      actions={[
        { text: messages.rename, label: messages.renameOf(name), run: onRename },
        { text: messages.remove, label: messages.removeOf(name), run: onRemove },
      ]}
    />
  </tr>
)
