import { type NotificationDelivery, notificationDeliveries } from '@assay/contract/notification-deliveries.ts'
import { settingsOf } from '@assay/contract/notification-channels.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'
import type { SectionProps } from '../search.ts'
import { useDenialReason } from '../use-denial-reason.ts'

const messages = notifications.deliveries
const refreshMs = 3000
const variants = { waiting: 'warm', delivered: 'good', failed: 'bad' } as const

/** Recent deliveries; nothing without permission. */
export function Deliveries(props: SectionProps) {
  const denialReason = useDenialReason()(notificationDeliveries.list)
  const { data, error, refetch } = useQuery({
    ...query(api.notificationDeliveries.list, { query: { language } }),
    enabled: denialReason === null,
    refetchInterval: ({ state: { data: shown } }) =>
      shown?.deliveries.some((each) => each.state === 'waiting') ? refreshMs : false,
  })
  if (denialReason !== null) return null
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      query={{ data: data?.deliveries, error, refetch }}
      columns={columns}
      none={messages.none}
      find={{ ...props, textOf }}
      actions={({ uuid: messageUuid, message: { title } }) => [
        {
          text: messages.again,
          label: messages.againOf(title),
          call: async () => {
            await api.notificationDeliveries.redeliver({ params: { messageUuid } })
            showNotice(messages.queued)
          },
        },
      ]}
    />
  )
}

const textOf = ({ message, kind, recipient, state }: NotificationDelivery) =>
  [message.title, settingsOf(kind).texts[language].name, recipient, messages.states[state]].join(' ')

const columns: readonly Column<NotificationDelivery>[] = [
  { title: messages.columns.message, cell: ({ message }) => message.title },
  {
    title: messages.columns.channel,
    style: 'min-w-28 [overflow-wrap:anywhere]',
    cell: ({ kind, recipient }) => (
      <>
        {settingsOf(kind).texts[language].name}
        {recipient !== null && <div className="text-xs text-soft">{recipient}</div>}
      </>
    ),
  },
  {
    title: messages.columns.state,
    style: 'min-w-32 [overflow-wrap:anywhere]',
    cell: ({ state, attempts, error }) => (
      <>
        <Badge variant={variants[state]}>{messages.states[state]}</Badge>{' '}
        <span className="text-xs text-soft">{messages.attempts(attempts)}</span>
        {error !== null && <div className="text-xs text-danger">{error}</div>}
      </>
    ),
  },
  {
    title: messages.columns.at,
    style: '',
    cell: ({ deliveredAt, createdAt }) => <When epochMs={deliveredAt ?? createdAt} />,
  },
]
