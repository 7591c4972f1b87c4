import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Language, languages } from './languages.ts'
import { ChannelKind } from './notification-channels.ts'
import { NotificationMessage } from './notification-messages.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const deliveryStates = ['waiting', 'delivered', 'failed'] as const

const Delivery = named('NotificationDelivery', {
  /** Also the Message-ID of an email and the webhook-id of a webhook; the same for every attempt. */
  uuid: Uuid,
  kind: ChannelKind,
  /** null: an email to a member, from their own rule. */
  channelUuid: Uuid.nullable(),
  recipient: z.string().nullable(),
  message: NotificationMessage,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Error of the last attempt. */
  error: z.string().nullable(),
  createdAt: EpochMs,
  /** Time of the next attempt; null if none. */
  nextAt: EpochMs.nullable(),
  deliveredAt: EpochMs.nullable(),
})
export type NotificationDelivery = z.infer<typeof Delivery>

/** Messages sent to channels, and pending ones. */
export const notificationDeliveries = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/notifications/deliveries',
    permission: 'teams.edit',
    summary: 'Sent and pending messages, newest first',
    query: z.object({
      state: z.enum(deliveryStates).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(300).optional(),
      language: Language.default(languages[0]),
    }),
    responses: { 200: z.object({ deliveries: z.array(Delivery), nextCursor: z.string().nullable() }) },
  },
  redeliver: {
    method: 'POST',
    path: '/api/v1/notifications/deliveries/{messageUuid}/redeliver',
    permission: 'teams.edit',
    summary: 'Send a message again with the same id',
    errors: ['tooManyEmails'],
    responses: { 200: z.object({}) },
  },
})
