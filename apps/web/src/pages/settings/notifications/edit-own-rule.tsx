import type { OwnNotificationRule } from '@assay/contract/own-notification-rules.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { RuleDialog } from './rule-dialog.tsx'

const messages = notifications.rules

interface Props {
  /** null for a new one. */
  rule: OwnNotificationRule | null
  onClose: () => void
}

/** The current user's own rule. */
export function EditOwnRule({ rule, onClose }: Props) {
  const [toEmail, setToEmail] = useState(rule?.toEmail ?? false)
  const params = { ruleUuid: rule?.uuid ?? '' }
  return (
    <RuleDialog
      title={rule === null ? messages.addOwn : messages.editOf(ruleName(rule.name))}
      rule={rule}
      save={(content) =>
        rule === null
          ? api.ownNotificationRules.create({ body: { ...content, toEmail } })
          : api.ownNotificationRules.update({ params, body: { ...content, toEmail } })
      }
      preview={(content) => api.ownNotificationRules.preview({ query: { language }, body: content })}
      onClose={onClose}
      targets={<Checkbox label={messages.form.toEmail} isChecked={toEmail} onChange={setToEmail} />}
    />
  )
}
