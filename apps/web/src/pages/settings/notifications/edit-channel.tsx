import { Language, languages } from '@assay/contract/languages.ts'
import {
  type ChannelKind,
  channelKinds,
  type NotificationChannel,
  notificationChannels,
  Recipients,
  settingsOf,
} from '@assay/contract/notification-channels.ts'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { language } from '../../../language/language.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { channelLanguage } from '../../../messages/channel-language.ts'
import { notifications } from '../../../messages/notifications.ts'
import { userMenu } from '../../../messages/user-menu.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SlackAppTarget, type SlackRoom } from './slack-app-target.tsx'
import { useOwners } from './use-owners.ts'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/query.ts'

const messages = notifications.channels
const { name, address, token } = notificationChannels.update.body.required().shape

/** The contract's schema with form values as entered. */
const addressesOf = (text: string) => text.split(/[\s,;]+/).filter((each) => each !== '')
const schemaOf = (kind: ChannelKind, isNew: boolean) =>
  z.object({
    name,
    ...(settingsOf(kind).takes === 'recipients'
      ? { recipients: z.string().transform(addressesOf).pipe(Recipients.min(1, messages.form.noRecipients)) }
      : settingsOf(kind).takes === 'app'
        ? { token: isNew ? token : z.union([z.literal(''), token]) }
        : { address: isNew ? address : z.union([z.literal(''), address]) }),
  })

/** Shown once. */
export interface NewSecret {
  name: string
  text: string
}

interface Props {
  /** null for a new one. */
  channel: NotificationChannel | null
  onSecret: (secret: NewSecret) => void
  onClose: () => void
}

type Typed = { name: string; address?: string; recipients?: string; token?: string }

export function EditChannel({ channel, onSecret, onClose }: Props) {
  const { options } = useOwners()
  const [chosen, setChosen] = useState<string | null>(null)
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'email')
  const [active, setActive] = useState(channel?.active ?? true)
  const [chosenLanguage, setLanguage] = useState(channel?.language ?? language)
  const teamUuid = chosen ?? options[0]?.value ?? null
  const [room, setRoom] = useState<SlackRoom | null>(null)
  const isSlack = kind === 'slack' || kind === 'slackApp'
  const locked = useSlackLease(channel ? channel.teamUuid : teamUuid, isSlack)
  const missing = kind === 'slackApp' && channel === null && room === null ? messages.form.noRoom : null
  const save = async (typed: Typed) => {
    const target = { language: chosenLanguage, ...targetOf(typed, kind === 'slackApp' ? room : null) }
    if (channel) {
      const body = { name: typed.name, active, ...target }
      await api.notificationChannels.update({ params: { channelUuid: channel.uuid }, body })
      return
    }
    const body = { kind, name: typed.name, teamUuid, ...target }
    const { signingSecret } = await api.notificationChannels.create({ body })
    if (signingSecret !== null) onSecret({ name: typed.name, text: signingSecret })
  }
  return (
    <FormDialog
      title={channel === null ? messages.add : messages.editOf(channel.name)}
      isHeld
      schema={schemaOf(kind, channel === null)}
      submit={messages.form.save}
      denialReason={locked ?? missing}
      fields={{ name: { label: messages.form.name }, ...targetFields(kind, channel) }}
      values={channel && { name: channel.name, recipients: channel.recipients.join('\n') }}
      action={save}
      onClose={onClose}
    >
      {(fields, errors) => (
        <>
          {channel === null && (
            <KindAndOwner
              kind={kind}
              teamUuid={teamUuid}
              options={options}
              onKind={setKind}
              onOwner={setChosen}
            />
          )}
          {fields}
          {settingsOf(kind).takes === 'app' && (
            <SlackAppTarget channel={channel} error={errors['token']} room={room} onRoom={setRoom} />
          )}
          <ChooseLanguage kind={kind} value={chosenLanguage} onChange={setLanguage} />
          {channel && <Checkbox label={messages.form.active} isChecked={active} onChange={setActive} />}
        </>
      )}
    </FormDialog>
  )
}

function targetOf({ recipients, address, token }: Typed, room: SlackRoom | null) {
  return {
    ...(recipients !== undefined && { recipients: addressesOf(recipients) }),
    ...(address !== undefined && address !== '' && { address }),
    ...(token !== undefined && token !== '' && { token }),
    ...(room && { room }),
  }
}

interface KindAndOwnerProps {
  kind: ChannelKind
  teamUuid: string | null
  options: readonly { value: string; label: string }[]
  onKind: (kind: ChannelKind) => void
  onOwner: (teamUuid: string) => void
}

const KindAndOwner = ({ kind, teamUuid, options, onKind, onOwner }: KindAndOwnerProps) => (
  <>
    <SelectField
      label={messages.form.kind}
      value={kind}
      options={channelKinds.map((value) => ({ value, label: settingsOf(value).texts[language].name }))}
      onChange={(value) => onKind(value as ChannelKind)}
    />
    <SelectField label={messages.form.owner} value={teamUuid ?? ''} options={options} onChange={onOwner} />
  </>
)

interface ChooseLanguageProps {
  kind: ChannelKind
  value: Language
  onChange: (language: Language) => void
}

/** Not shown for webhooks, which programs read. */
const ChooseLanguage = ({ kind, value, onChange }: ChooseLanguageProps) =>
  kind !== 'webhook' && (
    <SelectField
      label={channelLanguage.label}
      hint={kind === 'email' ? channelLanguage.ofEmail : channelLanguage.ofChat}
      value={value}
      options={languages.map((each) => ({ value: each, label: userMenu.languages[each] }))}
      onChange={(chosen) => onChange(Language.parse(chosen))}
    />
  )

function targetFields(kind: ChannelKind, channel: Props['channel']) {
  const { takes, texts } = settingsOf(kind)
  const { hint } = texts[language]
  if (takes === 'recipients') return { recipients: { label: messages.form.recipients, rows: 3, hint } }
  if (takes === 'app') return {}
  const note = channel ? messages.form.addressKept : hint
  return { address: { label: messages.form.address, type: 'url', hint: note } }
}

/** Locks the team's Slack setup while its form is open; returns a message if another administrator has locked it. */
function useSlackLease(teamUuid: string | null, isNeeded: boolean): string | null {
  const { error } = useQuery({
    queryKey: ['slack lease', teamUuid],
    queryFn: () => api.slackSetup.borrow({ query: { ...(teamUuid !== null && { teamUuid }) } }),
    enabled: isNeeded,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  return isNeeded && error ? messageOf(error) : null
}
