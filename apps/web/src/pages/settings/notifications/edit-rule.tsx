import type { NotificationRule } from '@assay/contract/notification-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ruleName } from '../../../messages/default-rules.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { useOwners } from './use-owners.ts'

const messages = notifications.rules

interface Props {
  /** null for a new one. */
  rule: NotificationRule | null
  onClose: () => void
}

/** A rule of the account or of a team. */
export function EditRule({ rule, onClose }: Props) {
  const { options } = useOwners()
  const [chosen, setChosen] = useState<string | null>(null)
  const owner = chosen ?? options[0]?.value ?? null
  const [channelUuids, setChannelUuids] = useState<readonly string[]>(rule?.channelUuids ?? [])
  const channels = useQuery(query(api.notificationChannels.list, { query: { language } })).data ?? []
  const teamUuid = rule ? rule.teamUuid : owner
  const usable = channels.filter((each) => each.teamUuid === null || each.teamUuid === teamUuid)
  const params = { ruleUuid: rule?.uuid ?? '' }
  const targets = [...channelUuids]
  return (
    <RuleDialog
      title={rule === null ? messages.add : messages.editOf(ruleName(rule.name))}
      rule={rule}
      save={(content) =>
        rule === null
          ? api.notificationRules.create({ body: { ...content, teamUuid, channelUuids: targets } })
          : api.notificationRules.update({ params, body: { ...content, channelUuids: targets } })
      }
      preview={(content) =>
        api.notificationRules.preview({ query: { language }, body: { ...content, teamUuid } })
      }
      onClose={onClose}
      owner={
        rule === null && (
          <SelectField
            label={messages.form.owner}
            value={owner ?? ''}
            options={options}
            onChange={setChosen}
          />
        )
      }
      targets={usable.map(({ uuid, name }) => (
        <Checkbox
          key={uuid}
          label={name}
          isChecked={channelUuids.includes(uuid)}
          onChange={(isChecked) =>
            setChannelUuids((known) => (isChecked ? [...known, uuid] : known.filter((each) => each !== uuid)))
          }
        />
      ))}
    />
  )
}
