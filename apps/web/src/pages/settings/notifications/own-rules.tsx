import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
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
      add={{
        label: messages.addOwn,
        renderDialog: (onClose) => <EditOwnRule rule={null} onClose={onClose} />,
      }}
      query={rulesQuery}
      columns={ruleColumns}
      none={messages.ownNone}
    >
      {(rule) => (
        <RuleRow
          key={rule.uuid}
          rule={rule}
          owner={null}
          targets={[...(rule.toInbox ? [messages.inbox] : []), ...(rule.toEmail ? [messages.email] : [])]}
          denialReason={null}
          activate={(active) =>
            api.ownNotificationRules.update({ params: { ruleUuid: rule.uuid }, body: { active } })
          }
          renderEdit={(onClose) => <EditOwnRule rule={rule} onClose={onClose} />}
          remove={() => api.ownNotificationRules.remove({ params: { ruleUuid: rule.uuid } })}
        />
      )}
    </ResourceSection>
  )
}
