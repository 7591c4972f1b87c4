import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { integrations as messages } from '../../../messages/integrations.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { useUser } from '../use-user.ts'

interface Props {
  value: string
  onChange: (projectUuid: string) => void
}

/** Selects the project for the settings below. */
export function ProjectChoice({ value, onChange }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery(query(api.projects.list, { params })).data ?? []
  const options = projects.map(({ uuid, name }) => ({ value: uuid, label: name }))
  return (
    <SelectField
      label={messages.project}
      value={value}
      options={[{ value: '', label: messages.chooseProject }, ...options]}
      onChange={onChange}
    />
  )
}
