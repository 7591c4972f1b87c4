import { type NotificationRule, notificationRules } from '@assay/contract/notification-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../confirm.tsx'
import { ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { EditRule } from './edit-rule.tsx'
import { RuleRow, ruleColumns } from './rule-row.tsx'
import { useOwners } from './use-owners.ts'

const messages = notifications.rules

export function Rules() {
  const denialReason = useDenialReason()(notificationRules.create)
  const rulesQuery = useQuery(query(api.notificationRules.list, {}))
  const channels = useQuery(query(api.notificationChannels.list, { query: { language } }))
  const { nameOf } = useOwners()
  const [editing, setEditing] = useState<NotificationRule | 'new' | null>(null)
  const [leaving, setLeaving] = useState<NotificationRule | null>(null)
  const targetsOf = ({ toInbox, channelUuids }: NotificationRule) => [
    ...(toInbox ? [messages.inbox] : []),
    ...channelUuids.flatMap((uuid) => channels.data?.find((each) => each.uuid === uuid)?.name ?? []),
  ]
  return (
    <Section
      title={messages.title}
      lead={messages.lead}
      isFlush
      actions={
        <ActionButton variant="primary" denialReason={denialReason} onPress={() => setEditing('new')}>
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable label={messages.title} query={rulesQuery} columns={ruleColumns} none={messages.none}>
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
            onEdit={() => setEditing(rule)}
            onRemove={() => setLeaving(rule)}
          />
        )}
      </ResourceTable>
      {editing && <EditRule rule={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {leaving && (
        <Confirm
          title={messages.removeTitle(ruleName(leaving.name))}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.notificationRules.remove({ params: { ruleUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  )
}
