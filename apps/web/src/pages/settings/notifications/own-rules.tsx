import type { OwnNotificationRule } from '@assay/contract/own-notification-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../confirm.tsx'
import { ResourceTable } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { EditOwnRule } from './edit-own-rule.tsx'
import { RuleRow, ruleColumns } from './rule-row.tsx'

const messages = notifications.rules

export function OwnRules() {
  const rulesQuery = useQuery(query(api.ownNotificationRules.list, {}))
  const [editing, setEditing] = useState<OwnNotificationRule | 'new' | null>(null)
  const [leaving, setLeaving] = useState<OwnNotificationRule | null>(null)
  return (
    <Section
      title={messages.ownTitle}
      lead={messages.ownLead}
      isFlush
      actions={<ActionButton onPress={() => setEditing('new')}>{messages.addOwn}</ActionButton>}
    >
      <ResourceTable
        label={messages.ownTitle}
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
            onEdit={() => setEditing(rule)}
            onRemove={() => setLeaving(rule)}
          />
        )}
      </ResourceTable>
      {editing && <EditOwnRule rule={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {leaving && (
        <Confirm
          title={messages.removeTitle(ruleName(leaving.name))}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.ownNotificationRules.remove({ params: { ruleUuid: leaving.uuid } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  )
}
