import { type NotificationChannel, notificationChannels } from '@assay/contract/notification-channels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../confirm.tsx'
import { ResourceTable } from '../resource-table.tsx'
import { Secret } from '../secret.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { ChannelRow, channelColumns } from './channel-row.tsx'
import { EditChannel, type NewSecret } from './edit-channel.tsx'

const messages = notifications.channels

export function Channels() {
  const denialReason = useDenialReason()(notificationChannels.create)
  const channelsQuery = useQuery(query(api.notificationChannels.list, { query: { language } }))
  const [editing, setEditing] = useState<NotificationChannel | 'new' | null>(null)
  const [leaving, setLeaving] = useState<NotificationChannel | null>(null)
  const [secret, setSecret] = useState<NewSecret | null>(null)
  return (
    <>
      {secret && (
        <Secret
          label={messages.secret(secret.name)}
          hint={messages.secretHint}
          text={secret.text}
          onClose={() => setSecret(null)}
        />
      )}
      <Section
        title={messages.title}
        lead={messages.lead}
        isFlush
        actions={
          <ActionButton denialReason={denialReason} onPress={() => setEditing('new')}>
            {messages.add}
          </ActionButton>
        }
      >
        <ResourceTable
          label={messages.title}
          query={channelsQuery}
          columns={channelColumns}
          none={messages.none}
        >
          {(channel) => (
            <ChannelRow
              key={channel.uuid}
              channel={channel}
              denialReason={denialReason}
              onSecret={setSecret}
              onEdit={() => setEditing(channel)}
              onRemove={() => setLeaving(channel)}
            />
          )}
        </ResourceTable>
        {editing && (
          <EditChannel
            channel={editing === 'new' ? null : editing}
            onSecret={setSecret}
            onClose={() => setEditing(null)}
          />
        )}
        {leaving && (
          <Confirm
            title={messages.removeTitle(leaving.name)}
            text={messages.removeText}
            submit={messages.remove}
            action={() => api.notificationChannels.remove({ params: { channelUuid: leaving.uuid } })}
            onClose={() => setLeaving(null)}
          />
        )}
      </Section>
    </>
  )
}
