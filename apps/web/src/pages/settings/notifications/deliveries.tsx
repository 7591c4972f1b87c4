import { type NotificationDelivery, notificationDeliveries } from '@assay/contract/notification-deliveries.ts'
import { settingsOf } from '@assay/contract/notification-channels.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import type { SectionProps } from '../search.ts'
import { Section } from '../section.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'

const messages = notifications.deliveries
const { message, channel, state, at } = messages.columns
const columns = [message, channel, state, at].map((title) => ({ title }))
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
    <Section title={messages.title} lead={messages.lead} isFlush>
      <ResourceTable
        label={messages.title}
        query={{ data: data?.deliveries, error, refetch }}
        columns={columns}
        none={messages.none}
        find={{ ...props, textOf }}
      >
        {(delivery) => <DeliveryRow key={delivery.uuid} delivery={delivery} />}
      </ResourceTable>
    </Section>
  )
}

const textOf = ({ message, kind, recipient, state }: NotificationDelivery) =>
  [message.title, settingsOf(kind).texts[language].name, recipient, messages.states[state]].join(' ')

function DeliveryRow({ delivery }: { delivery: NotificationDelivery }) {
  const { title } = delivery.message
  const again = useMutationWithToast(async () => {
    await api.notificationDeliveries.redeliver({ params: { messageUuid: delivery.uuid } })
    showNotice(messages.queued)
  })
  return (
    <tr className={rowStyle}>
      <NameCell>{title}</NameCell>
      <td className="min-w-28 px-3 py-1.5 [overflow-wrap:anywhere]">
        {settingsOf(delivery.kind).texts[language].name}
        {delivery.recipient !== null && <div className="text-xs text-soft">{delivery.recipient}</div>}
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        <Badge variant={variants[delivery.state]}>{messages.states[delivery.state]}</Badge>{' '}
        <span className="text-xs text-soft">{messages.attempts(delivery.attempts)}</span>
        {delivery.error !== null && <div className="text-xs text-danger">{delivery.error}</div>}
      </td>
      <td className="px-3 py-1.5">
        <When epochMs={delivery.deliveredAt ?? delivery.createdAt} />
      </td>
      <ActionsCell
        actions={[
          { text: messages.again, label: messages.againOf(title), run: () => again.mutate(undefined) },
        ]}
      />
    </tr>
  )
}
