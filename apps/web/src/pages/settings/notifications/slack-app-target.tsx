import { type NotificationChannel, settingsOf } from '@assay/contract/notification-channels.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const messages = notifications.channels

export interface SlackRoom {
  id: string
  name: string
}

interface Props {
  channel: NotificationChannel | null
  error: string | undefined
  room: SlackRoom | null
  onRoom: (room: SlackRoom | null) => void
}

/** The bot token of a Slack app, and the channel of its workspace that receives the messages. */
export function SlackAppTarget({ channel, error, room, onRoom }: Props) {
  const [token, setToken] = useState('')
  const rooms = useMutation({ mutationFn: () => api.slackSetup.rooms({ body: { token } }) })
  // Alerts would be hidden behind the dialog.
  const failure = rooms.error === null ? undefined : messageOf(rooms.error)
  const options = (rooms.data ?? []).map(({ id, name }) => ({ value: id, label: `#${name}` }))
  return (
    <>
      <TextField
        label={messages.form.token}
        name="token"
        type="password"
        autoComplete="off"
        hint={channel ? messages.form.tokenKept : settingsOf('slackApp').texts[language].hint}
        error={error ?? failure}
        isRequired={channel === null}
        onChange={setToken}
      />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={messages.form.room}
          value={room?.id ?? ''}
          options={[{ value: '', label: channel?.host ?? messages.form.chooseRoom }, ...options]}
          onChange={(id) => onRoom(rooms.data?.find((each) => each.id === id) ?? null)}
        />
        <Button
          aria-disabled={token.trim() === '' || rooms.isPending}
          onPress={() => token.trim() !== '' && !rooms.isPending && rooms.mutate()}
        >
          {messages.form.listRooms}
        </Button>
      </div>
    </>
  )
}
