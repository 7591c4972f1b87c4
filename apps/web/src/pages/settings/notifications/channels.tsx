import { notificationChannels } from '@assay/contract/notification-channels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Secret } from '../secret.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { ChannelRow, channelColumns } from './channel-row.tsx'
import { EditChannel, type NewSecret } from './edit-channel.tsx'
import { ResourceSection } from '../resource-section.tsx'

const messages = notifications.channels

export function Channels() {
  const denialReason = useDenialReason()(notificationChannels.create)
  const channelsQuery = useQuery(query(api.notificationChannels.list, { query: { language } }))
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
      <ResourceSection
        title={messages.title}
        lead={messages.lead}
        add={{ label: messages.add, denialReason }}
        query={channelsQuery}
        columns={channelColumns}
        none={messages.none}
        renderDialog={(channel, onClose) => (
          <EditChannel channel={channel} onSecret={setSecret} onClose={onClose} />
        )}
        remove={({ name, uuid: channelUuid }) => ({
          title: messages.removeTitle(name),
          text: messages.removeText,
          submit: messages.remove,
          action: () => api.notificationChannels.remove({ params: { channelUuid } }),
        })}
      >
        {(channel, ask) => (
          <ChannelRow
            key={channel.uuid}
            channel={channel}
            denialReason={denialReason}
            onSecret={setSecret}
            onEdit={ask.edit}
            onRemove={ask.remove}
          />
        )}
      </ResourceSection>
    </>
  )
}
