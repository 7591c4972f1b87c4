import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { textsIn } from '#notifications/messages/notification-texts.ts'
import { nextCursorOf, readPosition } from '#notifications/messages/page-cursor.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { wordMessage } from '#notifications/messages/word-message.ts'
import { countUnread, listInbox, markRead } from './store.ts'

const readerOf = ({ scope: { accountUuid }, memberUuid }: Caller) => ({ accountUuid, memberUuid })

export function inboxRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.inbox, {
    async list({ caller, query: { limit, cursor, language } }) {
      const reader = readerOf(caller)
      const rows = await listInbox(db, reader, { limit: limit + 1, after: readPosition(cursor) })
      const page = rows.slice(0, limit)
      return {
        messages: page.map(({ uuid, message, createdAt, readAt }) => ({
          uuid,
          message: wordMessage(message as Message, textsIn(language)),
          at: createdAt.getTime(),
          isRead: readAt !== null,
        })),
        unread: await countUnread(db, reader),
        nextCursor: nextCursorOf(rows, limit),
      }
    },
    unread: async ({ caller }) => ({ unread: await countUnread(db, readerOf(caller)) }),
    markRead({ caller, body: { messages }, change }) {
      return change(async (tx) => {
        const reader = readerOf(caller)
        const before = { unread: await countUnread(tx, reader) }
        await markRead(tx, reader, messages)
        const after = { unread: await countUnread(tx, reader) }
        return { result: after, before, after }
      })
    },
  })
}
