import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Language, languages } from './languages.ts'
import { NotificationMessage } from './notification-messages.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const InboxMessage = named('InboxMessage', {
  uuid: Uuid,
  message: NotificationMessage,
  at: EpochMs,
  isRead: z.boolean(),
})
export type InboxMessage = z.infer<typeof InboxMessage>

/** A notification in the member's inbox. */
export const inbox = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/notifications/inbox',
    permission: 'session',
    summary: 'Your inbox, newest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(30),
      cursor: z.string().max(300).optional(),
      language: Language.default(languages[0]),
    }),
    responses: {
      200: z.object({ messages: z.array(InboxMessage), unread: z.int(), nextCursor: z.string().nullable() }),
    },
  },
  unread: {
    method: 'GET',
    path: '/api/v1/notifications/inbox/unread',
    permission: 'session',
    summary: 'Number of unread messages in your inbox, counted up to 100',
    responses: { 200: z.object({ unread: z.int() }) },
  },
  markRead: {
    method: 'POST',
    path: '/api/v1/notifications/inbox/read',
    permission: 'session',
    repeatable: 'a read message stays read',
    summary: 'Mark messages of your inbox as read; without uuids, all of them',
    body: z.object({ messages: z.array(Uuid).max(100).optional() }),
    responses: { 200: z.object({ unread: z.int() }) },
  },
})
