import { lists as messages } from '../../messages/lists.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useGroupOptions } from './use-group-options.ts'

interface Props {
  /** '': any. */
  group: string
  onChange: (group: string) => void
}

/** Only for accounts with groups. */
export function GroupSelect({ group, onChange }: Props) {
  const options = useGroupOptions()
  if (options.length === 0 && group === '') return null
  return (
    <SelectField
      label={messages.group}
      value={group}
      options={[{ value: '', label: messages.allGroups }, ...options]}
      onChange={onChange}
    />
  )
}
