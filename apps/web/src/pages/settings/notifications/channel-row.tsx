import { type NotificationChannel, settingsOf } from '@assay/contract/notification-channels.ts'
import { api } from '../../../api/client.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import type { NewSecret } from './edit-channel.tsx'
import { useOwners } from './use-owners.ts'

const messages = notifications.channels
const { name, kind, target, state } = messages.columns
export const channelColumns = [name, kind, target, state].map((title) => ({ title }))

interface Props {
  channel: NotificationChannel
  denialReason: string | null
  onSecret: (secret: NewSecret) => void
  onEdit: () => void
  onRemove: () => void
}

export function ChannelRow({ channel, denialReason, onSecret, onEdit, onRemove }: Props) {
  const { nameOf } = useOwners()
  const params = { channelUuid: channel.uuid }
  const test = useMutationWithToast(async () => {
    await api.notificationChannels.test({ params })
    showNotice(messages.tested(channel.name))
  })
  const rotate = useMutationWithToast(async () => {
    const { signingSecret } = await api.notificationChannels.rotate({ params })
    if (signingSecret !== null) onSecret({ name: channel.name, text: signingSecret })
  })
  const rotating = {
    text: messages.rotate,
    label: messages.rotateOf(channel.name),
    denialReason,
    run: () => rotate.mutate(undefined),
  }
  return (
    <tr className={rowStyle}>
      <NameCell>
        {channel.name}
        <div className="text-xs font-normal text-soft">{nameOf(channel.teamUuid)}</div>
      </NameCell>
      <td className="px-3 py-1.5 whitespace-nowrap">{settingsOf(channel.kind).texts[language].name}</td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        {channel.host ?? channel.recipients.join(', ')}
      </td>
      <td className="min-w-28 px-3 py-1.5 [overflow-wrap:anywhere]">
        <State channel={channel} />
      </td>
      <ActionsCell
        actions={[
          {
            text: messages.test,
            label: messages.testOf(channel.name),
            denialReason,
            run: () => test.mutate(undefined),
          },
          ...(channel.kind === 'webhook' ? [rotating] : []),
          { text: messages.edit, label: messages.editOf(channel.name), denialReason, run: onEdit },
          { text: messages.remove, label: messages.removeOf(channel.name), denialReason, run: onRemove },
        ]}
      />
    </tr>
  )
}

function State({ channel: { active, problem } }: { channel: NotificationChannel }) {
  if (!active) return <Badge>{messages.off}</Badge>
  return problem === null ? messages.working : <span className="text-danger">{problem}</span>
}
