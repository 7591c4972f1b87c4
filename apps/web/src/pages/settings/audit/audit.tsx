import { audit, type AuditEvent } from '@assay/contract/audit.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { lists } from '../../../messages/lists.ts'
import { settings } from '../../../messages/settings.ts'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { DayField } from '../../../ui/day-field.tsx'
import { When } from '../../../ui/when.tsx'
import {
  DescribedList,
  type FoundRows,
  type ListDescription,
} from '../../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../../widgets/lists/filter-bar.tsx'
import { columnsOf } from '../../../widgets/lists/list-table.tsx'
import { usePages } from '../../../widgets/lists/use-pages.ts'
import { ActionButton } from '../action-button.tsx'
import type { SectionProps, SettingsSearch } from '../search.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { EventDetails } from './event-details.tsx'
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

/** Rows are opened by their keys. */
type AuditSearch = Omit<SettingsSearch, 'open'> & { open?: string | undefined }
type Props = AccountListProps<AuditSearch>

/** The filters in API format. */
const queryOf = ({ q = '', member, action, from, to }: AuditSearch) => ({
  text: q,
  ...(member !== undefined && { memberUuid: member }),
  ...(action !== undefined && { action }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

function MemberSelect({ search, onSearch, account }: Props) {
  const members = useQuery(query(api.members.list, { params: { accountUuid: account.uuid } }))
  return (
    <CompactSelect
      label={messages.member}
      value={search.member ?? ''}
      options={[
        { value: '', label: messages.anyMember },
        ...(members.data ?? []).map(({ uuid, email }) => ({ value: uuid, label: email })),
      ]}
      onChange={(member) => onSearch({ member: member || undefined })}
    />
  )
}

const Day = ({ search, onSearch, name }: Props & { name: 'from' | 'to' }) => (
  <DayField
    label={messages[name]}
    value={search[name] ?? ''}
    onChange={(day) => onSearch({ [name]: day || undefined })}
  />
)

const useEvents = ({ search, account }: Props) =>
  usePages({
    key: ['audit', account.uuid, queryOf(search)],
    read: (cursor, options) =>
      api.audit.list(
        { params: { accountUuid: account.uuid }, query: { ...queryOf(search), ...cursor } },
        options,
      ),
    rowsOf: ({ events }): readonly AuditEvent[] => events,
  })

const { what, who, when, where } = messages.columns

const list: ListDescription<AuditEvent, AuditSearch, FoundRows<AuditEvent>> = {
  messages: {
    ...messages,
    lead: '',
    failed: settings.failed,
    forbidden: settings.forbidden,
  },
  permission: audit.list.permission,
  useRows: useEvents,
  filters: [
    { kind: 'text', field: 'q', label: messages.filter, placeholder: messages.filter, width: 'wide' },
    { kind: 'other', render: (props) => <MemberSelect {...props} /> },
    {
      kind: 'select',
      field: 'action',
      label: messages.action,
      options: actionOptions,
      className: '[&_select]:max-w-48',
    },
    { kind: 'other', render: (props) => <Day {...props} name="from" /> },
    { kind: 'other', render: (props) => <Day {...props} name="to" /> },
  ],
  noFilters: {
    q: undefined,
    member: undefined,
    action: undefined,
    from: undefined,
    to: undefined,
    open: undefined,
  },
  isEmptyWithFilters: true,
  download: {
    fileName: 'audit.csv',
    read: ({ search, account }) =>
      api.audit.csv({ params: { accountUuid: account.uuid }, query: queryOf(search) }),
  },
  table: {
    label: messages.title,
    keyOf: ({ sequence }) => String(sequence),
    columns: columnsOf<AuditEvent, keyof typeof messages.columns>(
      { what, who, when, where },
      {
        what: { cell: ({ action }) => labelOf(action) },
        who: { below: true, from: 'medium', cell: ({ memberEmail }) => memberEmail },
        when: {
          width: 'w-52',
          below: true,
          from: 'medium',
          cell: ({ timestamp }) => <When epochMs={timestamp} isExact />,
        },
        where: { width: 'w-40', cell: ({ address }) => address },
      },
    ),
  },
  details: (event) => <EventDetails event={event} />,
  rowHeight: 'h-10',
  more: ({ hasNextPage, fetchNextPage }) =>
    hasNextPage && <ActionButton onPress={() => void fetchNextPage()}>{messages.more}</ActionButton>,
}

const deniedList = (denialReason: string): typeof list => ({
  ...list,
  filters: [],
  above: () => (
    <div className="justify-self-end">
      <ActionButton denialReason={denialReason} onPress={() => undefined}>
        {lists.download}
      </ActionButton>
    </div>
  ),
})

export function Audit({ search, onSearch }: SectionProps) {
  const { account } = useUser()
  const denialReason = useDenialReason()(audit.list)
  const { open } = search
  const props = {
    account,
    search: { ...search, open: open === undefined ? undefined : String(open) },
    onSearch: ({ open, ...patch }: Partial<AuditSearch>) =>
      onSearch({ ...patch, open: open === undefined ? undefined : Number(open) }),
  }
  return (
    <section aria-label={messages.title}>
      <DescribedList
        {...props}
        list={denialReason === null ? list : deniedList(denialReason)}
        found={useEvents(props)}
      />
    </section>
  )
}
