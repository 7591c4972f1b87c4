import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { EditOwnRule } from './edit-own-rule.tsx'
import { RuleRow, ruleColumns } from './rule-row.tsx'
import { ResourceSection } from '../resource-section.tsx'

const messages = notifications.rules

export function OwnRules() {
  const rulesQuery = useQuery(query(api.ownNotificationRules.list, {}))
  return (
    <ResourceSection
      title={messages.ownTitle}
      lead={messages.ownLead}
      add={{ label: messages.addOwn }}
      query={rulesQuery}
      columns={ruleColumns}
      none={messages.ownNone}
      renderDialog={(rule, onClose) => <EditOwnRule rule={rule} onClose={onClose} />}
      remove={({ name, uuid: ruleUuid }) => ({
        title: messages.removeTitle(ruleName(name)),
        text: messages.removeText,
        submit: messages.remove,
        action: () => api.ownNotificationRules.remove({ params: { ruleUuid } }),
      })}
    >
      {(rule, ask) => (
        <RuleRow
          key={rule.uuid}
          rule={rule}
          owner={null}
          targets={[...(rule.toInbox ? [messages.inbox] : []), ...(rule.toEmail ? [messages.email] : [])]}
          denialReason={null}
          activate={(active) =>
            api.ownNotificationRules.update({ params: { ruleUuid: rule.uuid }, body: { active } })
          }
          onEdit={ask.edit}
          onRemove={ask.remove}
        />
      )}
    </ResourceSection>
  )
}
