import { noCredentials } from '@assay/engine/url-credentials.ts'
import { channelSettings } from '@assay/server/notifications/channels/settings.ts'
import { z } from 'zod'
import { nameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { Language, languages } from './languages.ts'
import { Email, EpochMs, Uuid, someOf, webAddressFormat } from './vocabulary.ts'
import { named } from './named.ts'

/** Channel types. All but email post to a secret address. */
export const channelKinds = channelSettings.map(({ kind }) => kind)
export const ChannelKind = z.enum(channelKinds)
export type ChannelKind = z.infer<typeof ChannelKind>

export const settingsOf = (kind: ChannelKind) => channelSettings.find((each) => each.kind === kind)!

const Name = nameOf(200, 'The name is missing')
export const ChannelAddress = z
  .url({ protocol: /^https?$/, message: 'Enter a URL that starts with http:// or https://' })
  .max(4000)
  .refine(noCredentials.check, noCredentials.message)
  .meta(webAddressFormat)
/** Bot token of a Slack app (xoxb-…), with chat:write, chat:write.public and channels:read. */
export const SlackToken = z
  .string()
  .trim()
  .min(1, 'The token is missing')
  .max(500)
  .regex(/^[\x21-\x7e]+$/, 'A token cannot contain spaces')
/** A channel of Slack. */
const SlackRoom = z.object({ id: z.string().regex(/^[A-Z\d]{1,50}$/), name: z.string().min(1).max(100) })
export const Recipients = z.array(Email).max(50, 'Enter at most 50 recipients')

export const NotificationChannel = named('NotificationChannel', {
  uuid: Uuid,
  /** null for the whole account. */
  teamUuid: Uuid.nullable(),
  kind: ChannelKind,
  name: z.string(),
  /** Email recipients; empty for other types. */
  recipients: z.array(z.string()),
  /** The host that messages are posted to, or the channel of a Slack app; everything else is secret. null for email. */
  host: z.string().nullable(),
  /** Language of messages to the channel, except webhooks; members get email in their own. */
  language: Language,
  active: z.boolean(),
  /** The default channel, set by POST /api/v1/notifications/config. */
  isDefault: z.boolean(),
  /** Error of the last message; null if it was delivered. */
  problem: z.string().nullable(),
  createdAt: EpochMs,
})
export type NotificationChannel = z.infer<typeof NotificationChannel>

/** signingSecret is returned only once: `whsec_` and base64, as in Standard Webhooks. null for other types. */
const WithSecret = z.object({ channel: NotificationChannel, signingSecret: z.string().nullable() })

const Created = z.object({
  kind: ChannelKind,
  name: Name,
  teamUuid: Uuid.nullable().default(null),
  /** API of a Slack app, if it is not https://slack.com/api. */
  address: ChannelAddress.optional(),
  recipients: Recipients.default([]),
  token: SlackToken.optional(),
  room: SlackRoom.optional(),
  language: Language.default(languages[0]),
})

const errors = ['channelInvalid'] as const
const setupErrors = [...errors, 'slackSetupLocked'] as const

export const notificationChannels = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/notifications/channels',
    permission: 'teams.read',
    summary: 'Notification channels, without their secrets',
    query: z.object({ language: Language.default(languages[0]) }),
    responses: { 200: z.array(NotificationChannel) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/notifications/channels',
    permission: 'teams.edit',
    summary: 'Create a notification channel; for a webhook, the response includes its signing secret',
    body: Created,
    errors: setupErrors,
    responses: { 200: WithSecret },
  },
  update: {
    method: 'POST',
    path: '/api/v1/notifications/channels/{channelUuid}',
    permission: 'teams.edit',
    summary: 'Update a notification channel; omitted fields keep their value',
    body: someOf(
      z.object({
        name: Name.optional(),
        address: ChannelAddress.optional(),
        recipients: Recipients.optional(),
        token: SlackToken.optional(),
        room: SlackRoom.optional(),
        language: Language.optional(),
        active: z.boolean().optional(),
      }),
    ),
    errors: setupErrors,
    responses: { 200: NotificationChannel },
  },
  rotate: {
    method: 'POST',
    path: '/api/v1/notifications/channels/{channelUuid}/rotate',
    permission: 'teams.edit',
    summary: 'Create a new signing secret for a webhook; the previous one stays valid for 24 hours',
    errors,
    responses: { 200: WithSecret },
  },
  test: {
    method: 'POST',
    path: '/api/v1/notifications/channels/{channelUuid}/test',
    permission: 'teams.edit',
    summary: 'Send a test message to a channel',
    errors: [...errors, 'tooManyEmails'],
    responses: { 200: z.object({ deliveryUuids: z.array(Uuid) }) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/notifications/channels/{channelUuid}',
    permission: 'teams.edit',
    summary: 'Delete a notification channel; rules no longer send to it',
    errors: ['slackSetupLocked'],
    responses: { 200: z.object({}) },
  },
})
