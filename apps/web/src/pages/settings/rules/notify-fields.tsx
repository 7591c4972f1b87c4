import type { PolicyRule } from '@assay/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules as messages } from '../../../messages/policy-rules.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { useUser } from '../use-user.ts'

type Notify = PolicyRule['notify']

interface Props {
  notify: Notify
  onChange: (notify: Notify) => void
}

/** Who hears of new hits; absent for other effects. */
export function NotifyFields({ notify, onChange }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const isShown = notify !== null
  const members = useQuery({ ...query(api.members.list, { params }), enabled: isShown })
  const channels = useQuery({ ...query(api.notificationChannels.list, {}), enabled: isShown })
  if (notify === null) return null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Choice
        label={messages.notifyMembers}
        options={(members.data ?? []).map(({ uuid, name, email }) => ({ uuid, label: name || email }))}
        chosen={notify.memberUuids}
        onChange={(memberUuids) => onChange({ ...notify, memberUuids })}
      />
      <Choice
        label={messages.notifyChannels}
        none={messages.noChannels}
        options={(channels.data ?? []).map(({ uuid, name }) => ({ uuid, label: name }))}
        chosen={notify.channelUuids}
        onChange={(channelUuids) => onChange({ ...notify, channelUuids })}
      />
      <p className="m-0 text-xs text-soft sm:col-span-2">{messages.notifyHint}</p>
    </div>
  )
}

interface ChoiceProps {
  label: string
  none?: string
  options: readonly { uuid: string; label: string }[]
  chosen: readonly string[]
  onChange: (uuids: string[]) => void
}

const Choice = ({ label, none, options, chosen, onChange }: ChoiceProps) => (
  <fieldset className="m-0 grid max-h-48 gap-1 overflow-y-auto border-0 p-0">
    <legend className="mb-1 p-0 text-sm font-medium">{label}</legend>
    {options.length === 0 && none !== undefined && <p className="m-0 text-sm text-soft">{none}</p>}
    {options.map(({ uuid, label: text }) => (
      <Checkbox
        key={uuid}
        label={text}
        isChecked={chosen.includes(uuid)}
        onChange={(isChosen) =>
          onChange(isChosen ? [...chosen, uuid] : chosen.filter((each) => each !== uuid))
        }
      />
    ))}
  </fieldset>
)
