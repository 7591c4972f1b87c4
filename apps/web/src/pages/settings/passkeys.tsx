import type { Passkey } from '@assay/contract/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { canUsePasskeys } from '../../parts/passkeys.ts'
import { factors } from '../../texts/factors.ts'
import { cellLook, Header, rowLook, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { ActButton } from './act-button.tsx'
import { ActsCell, ActsHeader } from './acts-column.tsx'
import { Confirm } from './confirm.tsx'
import { EditPasskey } from './edit-passkey.tsx'
import { Known } from './known.tsx'
import { Part } from './part.tsx'

const words = factors.passkeys

export function Passkeys() {
  const passkeys = useQuery(query(api.passkeys.list, {}))
  const [edited, setEdited] = useState<Passkey | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  return (
    <Part
      title={words.title}
      lead={words.lead}
      isFlush
      acts={
        <ActButton refusal={canUsePasskeys() ? null : words.impossible} onPress={() => setEdited('new')}>
          {words.add}
        </ActButton>
      }
    >
      <Known query={passkeys}>
        {(list) =>
          list.length === 0 ? (
            <p className="m-0 p-4 text-soft">{canUsePasskeys() ? words.none : words.impossible}</p>
          ) : (
            <PasskeyTable passkeys={list} onRename={setEdited} onRemove={setLeaving} />
          )
        }
      </Known>
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

interface TableProps {
  passkeys: readonly Passkey[]
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

const PasskeyTable = ({ passkeys, onRename, onRemove }: TableProps) => (
  <Table label={words.title}>
    <thead>
      <tr className="border-b border-line">
        <Header title={words.columns.name} />
        <Header title={words.columns.created} />
        <Header title={words.columns.lastUsed} />
        <ActsHeader />
      </tr>
    </thead>
    <tbody>
      {passkeys.map((passkey) => {
        const { uuid, name, createdAt, lastUsedAt } = passkey
        return (
          <tr key={uuid} className={rowLook}>
            <th scope="row" className={`${cellLook} text-left font-medium`}>
              {name}
            </th>
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
            <ActsCell>
              <ActButton look="quiet" label={words.renameOf(name)} onPress={() => onRename(passkey)}>
                {words.rename}
              </ActButton>
              <ActButton look="quiet" label={words.removeOf(name)} onPress={() => onRemove(passkey)}>
                {words.remove}
              </ActButton>
            </ActsCell>
          </tr>
        )
      })}
    </tbody>
  </Table>
)
