import { type LicensePolicy, policies } from '@assay/contract/policies.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../texts/rules.ts'
import { Badge } from '../../../ui/badge.tsx'
import { rowLook } from '../../../ui/table.tsx'
import { ActButton } from '../act-button.tsx'
import { Confirm } from '../confirm.tsx'
import { ActsCell, Listing, NameCell } from '../listing.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'
import { EditPolicy } from './edit-policy.tsx'
import { useForeign } from './use-foreign.ts'

const words = rules.policies
const { name, rule, reach } = words.columns
const columns = [name, rule, reach].map((title) => ({ title }))

export function Policies() {
  const params = { accountUuid: useUser().account.uuid }
  const refusal = useRefusal()(policies.create)
  const known = useQuery(query(api.policies.list, { params }))
  const [editing, setEditing] = useState<LicensePolicy | 'new' | null>(null)
  const [leaving, setLeaving] = useState<LicensePolicy | null>(null)
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton look="primary" refusal={refusal} onPress={() => setEditing('new')}>
          {words.add}
        </ActButton>
      }
    >
      <Listing label={words.title} query={known} columns={columns} none={words.none}>
        {(policy) => (
          <PolicyRow
            key={policy.uuid}
            policy={policy}
            onEdit={() => setEditing(policy)}
            onRemove={() => setLeaving(policy)}
          />
        )}
      </Listing>
      {editing && <EditPolicy policy={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {leaving && (
        <Confirm
          title={words.removeTitle(leaving.name)}
          text={words.removeText}
          name={leaving.name}
          submit={words.remove}
          act={() => api.policies.remove({ params: { ...params, policyUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Part>
  )
}

interface RowProps {
  policy: LicensePolicy
  onEdit: () => void
  onRemove: () => void
}

function PolicyRow({ policy, onEdit, onRemove }: RowProps) {
  const params = { accountUuid: useUser().account.uuid, policyUuid: policy.uuid }
  const foreign = useForeign(policy)
  const refusalOf = useRefusal()
  const edit = refusalOf(policies.update) ?? foreign
  const { change, shown } = useUndoable((active: boolean) =>
    api.policies.update({ params, body: { active } }),
  )
  const isActive = shown(policy.active)
  const next = isActive ? 'off' : 'on'
  return (
    <tr className={rowLook}>
      <NameCell>
        {policy.name} {!isActive && <Badge>{words.off}</Badge>}
      </NameCell>
      <td className="min-w-48 px-3 py-1.5 [overflow-wrap:anywhere]">
        <span className="text-soft">{words.modes[policy.mode].label}</span>{' '}
        {policy.licenses.join(', ') || words.noLicenses}
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        <Reach policy={policy} />
      </td>
      <ActsCell
        acts={[
          {
            ...{ text: words.turn[next], label: words.turnOf[next](policy.name) },
            ...{ refusal: edit },
            run: () => change(isActive, !isActive, words.turned[next](policy.name)),
          },
          {
            ...{ text: words.edit, label: words.editOf(policy.name) },
            ...{ refusal: edit, run: onEdit },
          },
          {
            ...{ text: words.remove, label: words.removeOf(policy.name) },
            ...{ refusal: refusalOf(policies.remove) ?? foreign, run: onRemove },
          },
        ]}
      />
    </tr>
  )
}

/** Which projects it holds for: those of the url and those of the tags, within the teams. */
function Reach({ policy: { pattern, tags, teamUuids } }: { policy: LicensePolicy }) {
  const teams = useQuery({ ...query(api.teams.list, {}), enabled: teamUuids !== null })
  const nameOf = (uuid: string) => teams.data?.find((team) => team.uuid === uuid)?.name ?? words.unknownTeam
  const parts = [
    ...(teamUuids ?? []).map((uuid) => words.ofTeam(nameOf(uuid))),
    ...(pattern === null ? [] : [words.ofUrl(pattern)]),
    ...tags.map(words.ofTag),
  ]
  return parts.length === 0 ? words.everywhere : parts.join(', ')
}
