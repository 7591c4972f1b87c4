import { type LicensePolicy, policies } from '@assay/contract/policies.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { Badge } from '../../../ui/badge.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'
import { EditPolicy } from './edit-policy.tsx'
import { useOwnershipDenial } from './use-ownership-denial.ts'
import { ResourceSection } from '../resource-section.tsx'

const messages = rules.policies
const { name, rule, reach } = messages.columns
const columns = [name, rule, reach].map((title) => ({ title }))

export function Policies() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReason = useDenialReason()(policies.create)
  const policiesQuery = useQuery(query(api.policies.list, { params }))
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{ label: messages.add, denialReason }}
      query={policiesQuery}
      columns={columns}
      none={messages.none}
      renderDialog={(policy, onClose) => <EditPolicy policy={policy} onClose={onClose} />}
      remove={({ name, uuid: policyUuid }) => ({
        title: messages.removeTitle(name),
        text: messages.removeText,
        name,
        submit: messages.remove,
        action: () => api.policies.remove({ params: { ...params, policyUuid } }),
      })}
    >
      {(policy, ask) => (
        <PolicyRow key={policy.uuid} policy={policy} onEdit={ask.edit} onRemove={ask.remove} />
      )}
    </ResourceSection>
  )
}

interface RowProps {
  policy: LicensePolicy
  onEdit: () => void
  onRemove: () => void
}

function PolicyRow({ policy, onEdit, onRemove }: RowProps) {
  const params = { accountUuid: useUser().account.uuid, policyUuid: policy.uuid }
  const ownershipDenial = useOwnershipDenial(policy)
  const denialReasonOf = useDenialReason()
  const edit = denialReasonOf(policies.update) ?? ownershipDenial
  const { change, shown } = useUndoable((active: boolean) =>
    api.policies.update({ params, body: { active } }),
  )
  const isActive = shown(policy.active)
  const next = isActive ? 'off' : 'on'
  return (
    <tr className={rowStyle}>
      <NameCell>
        {policy.name} {!isActive && <Badge>{messages.off}</Badge>}
      </NameCell>
      <td className="min-w-48 px-3 py-1.5 [overflow-wrap:anywhere]">
        <span className="text-soft">{messages.modes[policy.mode].label}</span>{' '}
        {policy.licenses.join(', ') || messages.noLicenses}
        {policy.mode === 'ALLOW' && !policy.denyUnknown && (
          <div className="text-soft">{messages.unknownAllowed}</div>
        )}
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        <Visibility policy={policy} />
      </td>
      <ActionsCell
        actions={[
          {
            text: messages.turn[next],
            label: messages.turnOf[next](policy.name),
            denialReason: edit,
            run: () => change(isActive, !isActive, messages.turned[next](policy.name)),
          },
          {
            text: messages.edit,
            label: messages.editOf(policy.name),
            denialReason: edit,
            run: onEdit,
          },
          {
            text: messages.remove,
            label: messages.removeOf(policy.name),
            denialReason: denialReasonOf(policies.remove) ?? ownershipDenial,
            run: onRemove,
          },
        ]}
      />
    </tr>
  )
}

/** The projects it applies to: by url and tags, within the teams. */
function Visibility({ policy: { pattern, tags, teamUuids } }: { policy: LicensePolicy }) {
  const teams = useQuery({ ...query(api.teams.list, {}), enabled: teamUuids !== null })
  const nameOf = (uuid: string) =>
    teams.data?.find((team) => team.uuid === uuid)?.name ?? messages.unknownTeam
  const parts = [
    ...(teamUuids ?? []).map((uuid) => messages.ofTeam(nameOf(uuid))),
    ...(pattern === null ? [] : [messages.ofUrl(pattern)]),
    ...tags.map(messages.ofTag),
  ]
  return parts.length === 0 ? messages.everywhere : parts.join(', ')
}
