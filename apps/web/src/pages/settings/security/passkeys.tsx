import type { Passkey } from '@assay/contract/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { canUsePasskeys } from '../../../widgets/passkeys.ts'
import { factors } from '../../../messages/factors.ts'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../confirm.tsx'
import { EditPasskey } from './edit-passkey.tsx'
import { ActionsCell, ResourceTable, NameCell } from '../resource-table.tsx'
import { Section } from '../section.tsx'

const messages = factors.passkeys
const columns = Object.values(messages.columns).map((title) => ({ title }))

export function Passkeys() {
  const passkeys = useQuery(query(api.passkeys.list, {}))
  const [edited, setEdited] = useState<Passkey | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const denialReason = canUsePasskeys() ? null : messages.impossible
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton denialReason={denialReason} onPress={() => setEdited('new')}>
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable
        label={messages.title}
        query={passkeys}
        columns={columns}
        none={denialReason ?? messages.none}
      >
        {(passkey) => (
          <Row
            key={passkey.uuid}
            passkey={passkey}
            onRename={() => setEdited(passkey)}
            onRemove={() => setLeaving(passkey)}
          />
        )}
      </ResourceTable>
      {edited && <EditPasskey passkey={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {leaving && (
        <Confirm
          title={messages.removeTitle(leaving.name)}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.passkeys.remove({ params: { passkeyUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
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
      {lastUsedAt === null ? (
        <span className="text-soft">{messages.neverUsed}</span>
      ) : (
        <When epochMs={lastUsedAt} />
      )}
    </td>
    <ActionsCell
      actions={[
        { text: messages.rename, label: messages.renameOf(name), run: onRename },
        { text: messages.remove, label: messages.removeOf(name), run: onRemove },
      ]}
    />
  </tr>
)
