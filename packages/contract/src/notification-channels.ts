import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Email, EpochMs, Uuid, someOf } from './vocabulary.ts'

/** Channel types. All but email post to a secret address. */
export const channelKinds = [
  'email',
  'slack',
  'teams',
  'mattermost',
  'discord',
  'googleChat',
  'webhook',
] as const
export const ChannelKind = z.enum(channelKinds)
export type ChannelKind = z.infer<typeof ChannelKind>

const Name = z.string().trim().min(1, 'The name is missing').max(200)
export const ChannelAddress = z
  .url({ protocol: /^https?$/, message: 'The address is not a web address' })
  .max(4000)
export const Recipients = z.array(Email).max(50, 'At most 50 recipients')

export const NotificationChannel = z
  .object({
    uuid: Uuid,
    /** null for the whole account. */
    teamUuid: Uuid.nullable(),
    kind: ChannelKind,
    name: z.string(),
    /** Email recipients; empty for other types. */
    recipients: z.array(z.string()),
    /** The host messages are posted to; the rest of the address is secret and never returned. null for email. */
    host: z.string().nullable(),
    active: z.boolean(),
    /** The default channel, set by POST /api/v1/notifications/config. */
    isDefault: z.boolean(),
    /** Error of the last message; null if it was delivered. */
    problem: z.string().nullable(),
    createdAt: EpochMs,
  })
  .meta({ id: 'NotificationChannel' })
export type NotificationChannel = z.infer<typeof NotificationChannel>

/** signingSecret is returned only once: `whsec_` and base64, as in Standard Webhooks. null for other types. */
const WithSecret = z.object({ channel: NotificationChannel, signingSecret: z.string().nullable() })

const Created = z.object({
  kind: ChannelKind,
  name: Name,
  teamUuid: Uuid.nullable().default(null),
  address: ChannelAddress.optional(),
  recipients: Recipients.default([]),
})

const errors = ['channelInvalid'] as const

export const notificationChannels = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/notifications/channels',
    permission: 'teams.read',
    summary: 'Notification channels, without their secrets',
    responses: { 200: z.array(NotificationChannel) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/notifications/channels',
    permission: 'teams.edit',
    summary: 'Create a notification channel; a webhook answers with its signing secret',
    body: Created,
    errors,
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
        active: z.boolean().optional(),
      }),
    ),
    errors,
    responses: { 200: NotificationChannel },
  },
  rotate: {
    method: 'POST',
    path: '/api/v1/notifications/channels/{channelUuid}/rotate',
    permission: 'teams.edit',
    summary: 'Create a new signing secret for a webhook; the previous one signs too for 24 hours',
    errors,
    responses: { 200: WithSecret },
  },
  test: {
    method: 'POST',
    path: '/api/v1/notifications/channels/{channelUuid}/test',
    permission: 'teams.edit',
    summary: 'Send a test message to a channel',
    errors,
    responses: { 200: z.object({ deliveryUuids: z.array(Uuid) }) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/notifications/channels/{channelUuid}',
    permission: 'teams.edit',
    summary: 'Delete a notification channel; rules no longer send to it',
    responses: { 200: z.object({}) },
  },
})
