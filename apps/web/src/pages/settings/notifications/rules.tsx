import { type NotificationRule, notificationRules } from '@assay/contract/notification-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { EditRule } from './edit-rule.tsx'
import { RuleRow, ruleColumns } from './rule-row.tsx'
import { useOwners } from './use-owners.ts'
import { ResourceSection } from '../resource-section.tsx'

const messages = notifications.rules

export function Rules() {
  const denialReason = useDenialReason()(notificationRules.create)
  const rulesQuery = useQuery(query(api.notificationRules.list, {}))
  const channels = useQuery(query(api.notificationChannels.list, { query: { language } }))
  const { nameOf } = useOwners()
  const targetsOf = ({ toInbox, channelUuids }: NotificationRule) => [
    ...(toInbox ? [messages.inbox] : []),
    ...channelUuids.flatMap((uuid) => channels.data?.find((each) => each.uuid === uuid)?.name ?? []),
  ]
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      add={{
        label: messages.add,
        denialReason,
        isPrimary: true,
        renderDialog: (onClose) => <EditRule rule={null} onClose={onClose} />,
      }}
      query={rulesQuery}
      columns={ruleColumns}
      none={messages.none}
    >
      {(rule) => (
        <RuleRow
          key={rule.uuid}
          rule={rule}
          owner={nameOf(rule.teamUuid)}
          targets={targetsOf(rule)}
          denialReason={denialReason}
          activate={(active) =>
            api.notificationRules.update({ params: { ruleUuid: rule.uuid }, body: { active } })
          }
          renderEdit={(onClose) => <EditRule rule={rule} onClose={onClose} />}
          remove={() => api.notificationRules.remove({ params: { ruleUuid: rule.uuid } })}
        />
      )}
    </ResourceSection>
  )
}
