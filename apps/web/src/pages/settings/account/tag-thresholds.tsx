import { accounts, type Threshold } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account } from '../../../texts/account.ts'
import { numberLook, rowLook } from '../../../ui/table.tsx'
import { ActButton } from '../act-button.tsx'
import { ActsCell, Listing, NameCell } from '../listing.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUndoable } from '../use-undoable.ts'
import { EditThreshold } from './edit-threshold.tsx'
import { useConfiguration } from './use-configuration.ts'

const words = account.minimum.byTag
const { security, stability, licensing } = account.minimum.scores
const columns = [
  { title: words.tag },
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
  const refusal = useRefusal()(accounts.configure)
  return (
    <Part
      title={words.title}
      lead={words.lead}
      isFlush
      acts={
        <ActButton
          refusal={refusal ?? (free.length === 0 ? words.noTags : null)}
          onPress={() => setEditing('new')}
        >
          {words.add}
        </ActButton>
      }
    >
      <Listing
        label={words.title}
        query={{ ...known, data: known.data && shown(known.data.tagThresholds) }}
        columns={columns}
        none={words.none}
      >
        {(each) => (
          <tr key={each.tag} className={rowLook}>
            <NameCell>{each.tag}</NameCell>
            <Minimum own={each.minimumSecurity} account={known.data?.minimumScores.security} />
            <Minimum own={each.minimumStability} account={known.data?.minimumScores.stability} />
            <Minimum own={each.minimumLicensing} account={known.data?.minimumScores.licensing} />
            <ActsCell
              acts={[
                {
                  ...{ text: words.edit, label: words.editOf(each.tag) },
                  ...{ refusal, run: () => setEditing(each) },
                },
                {
                  ...{ text: words.remove, label: words.removeOf(each.tag) },
                  ...{ refusal, run: () => change(used, without(used, each), words.changed) },
                },
              ]}
            />
          </tr>
        )}
      </Listing>
      {editing && (
        <EditThreshold
          threshold={editing === 'new' ? null : editing}
          tags={free}
          others={without(used, editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </Part>
  )
}

const without = (list: readonly Threshold[], one: Threshold | 'new') =>
  list.filter((each) => one === 'new' || each.tag !== one.tag)

const Minimum = ({ own, account }: { own: number | null; account: number | undefined }) => (
  <td className={numberLook}>
    {own ?? (
      <span title={words.asAccount} className="text-soft">
        {account} <span className="sr-only">{words.asAccount}</span>
      </span>
    )}
  </td>
)
