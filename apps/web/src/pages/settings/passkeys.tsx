import type { Passkey } from '@assay/contract/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { canUsePasskeys } from '../../parts/passkeys.ts'
import { factors } from '../../texts/factors.ts'
import { cellLook, rowLook } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ActButton } from './act-button.tsx'
import { Confirm } from './confirm.tsx'
import { EditPasskey } from './edit-passkey.tsx'
import { ActsCell, Listing, NameCell } from './listing.tsx'
import { Part } from './part.tsx'

const words = factors.passkeys
const columns = Object.values(words.columns).map((title) => ({ title }))

export function Passkeys() {
  const passkeys = useQuery(query(api.passkeys.list, {}))
  const [edited, setEdited] = useState<Passkey | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const refusal = canUsePasskeys() ? null : words.impossible
  return (
    <Part
      title={words.title}
      lead={words.lead}
      isFlush
      acts={
        <ActButton refusal={refusal} onPress={() => setEdited('new')}>
          {words.add}
        </ActButton>
      }
    >
      <Listing label={words.title} query={passkeys} columns={columns} none={refusal ?? words.none}>
        {(passkey) => (
          <Row
            key={passkey.uuid}
            passkey={passkey}
            onRename={() => setEdited(passkey)}
            onRemove={() => setLeaving(passkey)}
          />
        )}
      </Listing>
      {edited && <EditPasskey passkey={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {leaving && (
        <Confirm
          title={words.removeTitle(leaving.name)}
          text={words.removeText}
          submit={words.remove}
          act={() => api.passkeys.remove({ params: { passkeyUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Part>
  )
}

interface RowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

const Row = ({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) => (
  <tr className={rowLook}>
    <NameCell>{name}</NameCell>
    <td className={cellLook}>
      <When epochMs={createdAt} />
    </td>
    <td className={cellLook}>
      {lastUsedAt === null ? (
        <span className="text-soft">{words.neverUsed}</span>
      ) : (
        <When epochMs={lastUsedAt} />
      )}
    </td>
    <ActsCell
      acts={[
        { text: words.rename, label: words.renameOf(name), run: onRename },
        { text: words.remove, label: words.removeOf(name), run: onRemove },
      ]}
    />
  </tr>
)
