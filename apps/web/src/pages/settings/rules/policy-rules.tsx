import { type PolicyRule, rules } from '@assay/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules as messages } from '../../../messages/policy-rules.ts'
import { rules as scopeTexts } from '../../../messages/rules.ts'
import { Badge } from '../../../ui/badge.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'
import { EditRule } from './edit-rule.tsx'
import { useOwnershipDenial } from './use-ownership-denial.ts'

const { name, effect, reach, hits } = messages.columns
const columns = [name, effect, reach, hits].map((title) => ({ title }))

export function PolicyRules() {
  const params = { accountUuid: useUser().account.uuid }
  const denialReason = useDenialReason()(rules.create)
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{ label: messages.add, denialReason, isPrimary: true }}
      query={useQuery(query(api.rules.list, { params }))}
      columns={columns}
      none={messages.none}
      renderDialog={(rule, onClose) => <EditRule rule={rule} onClose={onClose} />}
      remove={({ name, uuid: policyRuleUuid }) => ({
        title: messages.removeTitle(name),
        text: messages.removeText,
        name,
        submit: messages.remove,
        action: () => api.rules.remove({ params: { ...params, policyRuleUuid } }),
      })}
    >
      {(rule, ask) => <Row key={rule.uuid} rule={rule} onEdit={ask.edit} onRemove={ask.remove} />}
    </ResourceSection>
  )
}

interface RowProps {
  rule: PolicyRule
  onEdit: () => void
  onRemove: () => void
}

const looks = { fail: 'bad', approve: 'bad', warn: 'warm', triage: 'plain' } as const

function Row({ rule, onEdit, onRemove }: RowProps) {
  const params = { accountUuid: useUser().account.uuid, policyRuleUuid: rule.uuid }
  const ownershipDenial = useOwnershipDenial(rule)
  const denialReasonOf = useDenialReason()
  const denialReason = denialReasonOf(rules.update) ?? ownershipDenial
  const { change, shown } = useUndoable((mode: PolicyRule['mode']) =>
    api.rules.update({ params, body: { mode } }),
  )
  const mode = shown(rule.mode)
  const next = mode === 'off' ? 'on' : 'off'
  return (
    <tr className={rowStyle}>
      <NameCell>
        {rule.name} {mode !== 'on' && <Badge>{messages.modes[mode]}</Badge>}
        <code className="block max-w-prose text-xs font-normal text-soft [overflow-wrap:anywhere]">
          {rule.condition}
        </code>
      </NameCell>
      <td className="px-3 py-1.5">
        <Badge variant={looks[rule.effect]} title={messages.effectHints[rule.effect]}>
          {messages.effects[rule.effect]}
        </Badge>
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">{describeReach(rule)}</td>
      <td className="min-w-32 px-3 py-1.5">
        <Hits hits={rule.hits} />
      </td>
      <ActionsCell
        actions={[
          {
            text: messages.turn[next],
            label: messages.turnOf[next](rule.name),
            denialReason,
            run: () => change(mode, next, messages.turned[next](rule.name)),
          },
          { text: messages.edit, label: messages.editOf(rule.name), denialReason, run: onEdit },
          {
            text: messages.remove,
            label: messages.removeOf(rule.name),
            denialReason: denialReasonOf(rules.remove) ?? ownershipDenial,
            run: onRemove,
          },
        ]}
      />
    </tr>
  )
}

function Hits({ hits: { branches, findings, lastAt } }: Pick<PolicyRule, 'hits'>) {
  if (lastAt === null) return <span className="text-soft">{messages.noHits}</span>
  return (
    <>
      {messages.hits(branches, findings)}
      <span className="block text-xs text-soft">
        <When epochMs={lastAt} />
      </span>
    </>
  )
}

function describeReach({ projectUuid, groupUuid, pattern, tags }: PolicyRule): string {
  const texts = scopeTexts.policies
  const parts = [
    ...(projectUuid === null ? [] : [messages.ofProject]),
    ...(groupUuid === null ? [] : [messages.ofGroup]),
    ...(pattern === null ? [] : [texts.ofUrl(pattern)]),
    ...tags.map(texts.ofTag),
  ]
  return parts.join(', ') || texts.everywhere
}
