import {
  type NotificationChannel,
  notificationChannels,
  settingsOf,
} from '@assay/contract/notification-channels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Secret } from '../secret.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { EditChannel, type NewSecret } from './edit-channel.tsx'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'
import { useOwners } from './use-owners.ts'

const messages = notifications.channels

export function Channels() {
  const denialReason = useDenialReason()(notificationChannels.create)
  const channelsQuery = useQuery(query(api.notificationChannels.list, { query: { language } }))
  const [secret, setSecret] = useState<NewSecret | null>(null)
  const { nameOf } = useOwners()
  const edit = (channel: NotificationChannel | null, onClose: () => void) => (
    <EditChannel channel={channel} onSecret={setSecret} onClose={onClose} />
  )
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
        add={{ label: messages.add, denialReason, renderDialog: (onClose) => edit(null, onClose) }}
        query={channelsQuery}
        columns={columnsOf(nameOf)}
        none={messages.none}
        actions={(channel) => {
          const { name } = channel
          const params = { channelUuid: channel.uuid }
          const rotate = async () => {
            const { signingSecret } = await api.notificationChannels.rotate({ params })
            if (signingSecret !== null) setSecret({ name, text: signingSecret })
          }
          return [
            {
              text: messages.test,
              label: messages.testOf(name),
              denialReason,
              call: async () => {
                await api.notificationChannels.test({ params })
                showNotice(messages.tested(name))
              },
            },
            ...(channel.kind === 'webhook'
              ? [{ text: messages.rotate, label: messages.rotateOf(name), denialReason, call: rotate }]
              : []),
            {
              text: messages.edit,
              label: messages.editOf(name),
              denialReason,
              renderDialog: (onClose) => edit(channel, onClose),
            },
            {
              text: messages.remove,
              label: messages.removeOf(name),
              denialReason,
              confirm: {
                title: messages.removeTitle(name),
                text: messages.removeText,
                submit: messages.remove,
                action: () => api.notificationChannels.remove({ params }),
              },
            },
          ]
        }}
      />
    </>
  )
}

const columnsOf = (
  nameOf: ReturnType<typeof useOwners>['nameOf'],
): readonly Column<NotificationChannel>[] => [
  {
    title: messages.columns.name,
    cell: ({ name, teamUuid }) => (
      <>
        {name}
        <div className="text-xs font-normal text-soft">{nameOf(teamUuid)}</div>
      </>
    ),
  },
  { title: messages.columns.kind, cell: ({ kind }) => settingsOf(kind).texts[language].name },
  {
    title: messages.columns.target,
    style: 'min-w-32 [overflow-wrap:anywhere]',
    cell: ({ host, recipients }) => host ?? recipients.join(', '),
  },
  {
    title: messages.columns.state,
    style: 'min-w-28 [overflow-wrap:anywhere]',
    cell: (channel) => <State {...channel} />,
  },
]

function State({ active, problem }: NotificationChannel) {
  if (!active) return <Badge>{messages.off}</Badge>
  return problem === null ? messages.working : <span className="text-danger">{problem}</span>
}
