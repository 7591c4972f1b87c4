import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { FilterField } from '../../../ui/filter-field.tsx'
import type { SectionProps } from '../search.ts'
import { useUser } from '../use-user.ts'
import { actions, groupLabelOf, labelOf } from './model.ts'

const messages = settings.audit

const groups = [...new Set(actions.map(({ group }) => group))]
const actionOptions = [
  { value: '', label: messages.anyAction },
  ...groups.flatMap((group) => [
    { value: group, label: messages.allOf(groupLabelOf(group)), group: groupLabelOf(group) },
    ...actions
      .filter((action) => action.group === group)
      .map(({ name }) => ({ value: name, label: labelOf(name), group: groupLabelOf(group) })),
  ]),
]
const none = { q: undefined, member: undefined, action: undefined, from: undefined, to: undefined }

export function Filters({ search, onSearch }: SectionProps) {
  const params = { accountUuid: useUser().account.uuid }
  const members = useQuery(query(api.members.list, { params }))
  const set = (name: keyof typeof none) => (value: string) =>
    onSearch({ [name]: value === '' ? undefined : value, open: undefined })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line-soft px-4 py-3 sm:[&_select]:max-w-48">
      <FilterField label={messages.filter} value={search.q ?? ''} onChange={set('q')} />
      <CompactSelect
        label={messages.member}
        value={search.member ?? ''}
        options={[
          { value: '', label: messages.anyMember },
          ...(members.data ?? []).map(({ uuid, email }) => ({ value: uuid, label: email })),
        ]}
        onChange={set('member')}
      />
      <CompactSelect
        label={messages.action}
        value={search.action ?? ''}
        options={actionOptions}
        onChange={set('action')}
      />
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <DayField label={messages.from} value={search.from ?? ''} onChange={set('from')} />
        <DayField label={messages.to} value={search.to ?? ''} onChange={set('to')} />
      </div>
      {Object.keys(none).some((name) => search[name as keyof typeof none] !== undefined) && (
        <Button variant="quiet" onPress={() => onSearch(none)}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}
