import { accounts, type Threshold } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account } from '../../../messages/account.ts'
import { numberCell, rowStyle } from '../../../ui/table.tsx'
import { ActionButton } from '../action-button.tsx'
import { ActionsCell, ResourceTable, NameCell } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { EditThreshold } from './edit-threshold.tsx'
import { useConfiguration } from './use-configuration.ts'

const messages = account.minimum.byTag
const { security, stability, licensing } = account.minimum.scores
const columns = [
  { title: messages.tag },
  ...[security, stability, licensing].map((title) => ({ title, isNumber: true })),
]

export function TagThresholds() {
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((list: Threshold[]) => configure({ tagThresholds: list }))
  const tags = useQuery(query(api.tags.list, {}))
  const [editing, setEditing] = useState<Threshold | 'new' | null>(null)
  const used = known.data?.tagThresholds ?? []
  const free = (tags.data ?? [])
    .map(({ name }) => name)
    .filter((name) => used.every(({ tag }) => tag !== name))
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton
          denialReason={denialReason ?? (free.length === 0 ? messages.noTags : null)}
          onPress={() => setEditing('new')}
        >
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable
        label={messages.title}
        query={{ ...known, data: known.data && shown(known.data.tagThresholds) }}
        columns={columns}
        none={messages.none}
      >
        {(each) => (
          <tr key={each.tag} className={rowStyle}>
            <NameCell>{each.tag}</NameCell>
            <Minimum own={each.minimumSecurity} account={known.data?.minimumScores.security} />
            <Minimum own={each.minimumStability} account={known.data?.minimumScores.stability} />
            <Minimum own={each.minimumLicensing} account={known.data?.minimumScores.licensing} />
            <ActionsCell
              actions={[
                {
                  text: messages.edit,
                  label: messages.editOf(each.tag),
                  denialReason,
                  run: () => setEditing(each),
                },
                {
                  text: messages.remove,
                  label: messages.removeOf(each.tag),
                  denialReason,
                  run: () => change(used, without(used, each), messages.changed),
                },
              ]}
            />
          </tr>
        )}
      </ResourceTable>
      {editing && (
        <EditThreshold
          threshold={editing === 'new' ? null : editing}
          tags={free}
          others={without(used, editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}

const without = (list: readonly Threshold[], one: Threshold | 'new') =>
  list.filter((each) => one === 'new' || each.tag !== one.tag)

const Minimum = ({ own, account }: { own: number | null; account: number | undefined }) => (
  <td className={numberCell}>
    {own ?? (
      <span title={messages.asAccount} className="text-soft">
        {account} <span className="sr-only">{messages.asAccount}</span>
      </span>
    )}
  </td>
)
