import type { Configuration, Threshold } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account } from '../../../texts/account.ts'
import { Header, numberLook, rowLook, Table } from '../../../ui/table.tsx'
import { ActButton } from '../act-button.tsx'
import { ActsCell, ActsHeader } from '../acts-column.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUndoable } from '../use-undoable.ts'
import { EditThreshold } from './edit-threshold.tsx'
import { useConfiguration } from './use-configuration.ts'

const words = account.minimum.byTag
const scores = account.minimum.scores

export function TagThresholds() {
  const { known } = useConfiguration()
  const tags = useQuery(query(api.tags.list, {}))
  const [editing, setEditing] = useState<Threshold | 'new' | null>(null)
  const used = known.data?.tagThresholds ?? []
  const free = (tags.data ?? [])
    .map(({ name }) => name)
    .filter((name) => used.every(({ tag }) => tag !== name))
  const refusal = useRefusal()('configuration.edit')
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
      <Known query={known}>
        {(configuration) => (
          <>
            <Thresholds {...configuration} refusal={refusal} onEdit={setEditing} />
            {editing && (
              <EditThreshold
                threshold={editing === 'new' ? null : editing}
                tags={free}
                others={configuration.tagThresholds.filter((each) => each !== editing)}
                onClose={() => setEditing(null)}
              />
            )}
          </>
        )}
      </Known>
    </Part>
  )
}

interface ThresholdsProps extends Configuration {
  refusal: string | null
  onEdit: (threshold: Threshold) => void
}

function Thresholds({ tagThresholds, minimumScores, refusal, onEdit }: ThresholdsProps) {
  const { configure } = useConfiguration()
  const { change, shown } = useUndoable((list: Threshold[]) => configure({ tagThresholds: list }))
  const list = shown(tagThresholds)
  if (list.length === 0) return <p className="m-0 p-4 text-soft">{words.none}</p>
  return (
    <Table label={words.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={words.tag} />
          <Header title={scores.security} isNumber />
          <Header title={scores.stability} isNumber />
          <Header title={scores.licensing} isNumber />
          <ActsHeader />
        </tr>
      </thead>
      <tbody>
        {list.map((each) => (
          <tr key={each.tag} className={rowLook}>
            <th scope="row" className="min-w-32 px-3 py-1.5 text-left font-medium [overflow-wrap:anywhere]">
              {each.tag}
            </th>
            <Minimum own={each.minimumSecurity} account={minimumScores.security} />
            <Minimum own={each.minimumStability} account={minimumScores.stability} />
            <Minimum own={each.minimumLicensing} account={minimumScores.licensing} />
            <ActsCell>
              <ActButton
                look="quiet"
                label={words.editOf(each.tag)}
                refusal={refusal}
                onPress={() => onEdit(each)}
              >
                {words.edit}
              </ActButton>
              <ActButton
                look="quiet"
                label={words.removeOf(each.tag)}
                refusal={refusal}
                onPress={() =>
                  change(
                    list,
                    list.filter(({ tag }) => tag !== each.tag),
                    words.changed,
                  )
                }
              >
                {words.remove}
              </ActButton>
            </ActsCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const Minimum = ({ own, account }: { own: number | null; account: number }) => (
  <td className={numberLook}>
    {own ?? (
      <span title={words.asAccount} className="text-soft">
        {account} <span className="sr-only">{words.asAccount}</span>
      </span>
    )}
  </td>
)
