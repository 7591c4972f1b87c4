import { contract } from '@assay/contract/contract.ts'
import type { NotificationDelivery } from '@assay/contract/notification-deliveries.ts'
import { type NotificationTexts, textsIn } from '#notifications/messages/notification-texts.ts'
import { nextCursorOf, readPosition } from '#notifications/messages/page-cursor.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { wordMessage } from '#notifications/messages/word-message.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { wordedIn } from '#platform/texts/text.ts'
import { errorOf } from '#notifications/channels/core/texts.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { deliverNotificationJob } from './deliver-notification-job.ts'
import { limitManualMessages } from './limit-manual.ts'
import {
  type DeliveryRow,
  findDelivery,
  keyOf,
  listDeliveries,
  lockDelivery,
  reviveDelivery,
} from './store.ts'

export function notificationDeliveriesRoutes({ routes, db, queue }: AppContext): void {
  registerRoutes(routes, contract.notificationDeliveries, {
    async list({ caller, query: { state, limit, cursor, language } }) {
      const page = { state, limit: limit + 1, after: readPosition(cursor) }
      const rows = await listDeliveries(db, caller.scope, page)
      const texts = textsIn(language)
      const deliveries = rows.slice(0, limit).map((row) => wireDelivery(row, texts))
      return { deliveries, nextCursor: nextCursorOf(rows, limit) }
    },
    async redeliver({ caller, params, change }) {
      const found = (await findDelivery(db, caller.scope, params.messageUuid)) ?? throwNotFound('delivery')
      await limitManualMessages(db, caller, found.recipient === null ? [] : [found.recipient])
      return change(async (tx) => {
        const { accountUuid } = caller.scope
        const delivery =
          (await lockDelivery(tx, caller.scope, params.messageUuid)) ?? throwNotFound('delivery')
        const key = keyOf(accountUuid, delivery)
        await reviveDelivery(tx, key)
        await queue.sendAll(tx, deliverNotificationJob, { payloads: [key], priority: 'refresh' })
        const before = { state: delivery.state, attempts: delivery.attempts }
        return { result: {}, before, after: { state: 'waiting', attempts: 0 } }
      })
    },
  })
}

const wireDelivery = (row: DeliveryRow, texts: NotificationTexts): NotificationDelivery => ({
  uuid: row.uuid,
  kind: row.kind as NotificationDelivery['kind'],
  channelUuid: row.channelUuid,
  recipient: row.recipient,
  message: wordMessage(row.message as Message, texts),
  state: row.state as NotificationDelivery['state'],
  attempts: row.attempts,
  error: row.error === null ? null : wordedIn(texts.language, errorOf(row.error)),
  createdAt: row.createdAt.getTime(),
  nextAt: row.state === 'waiting' ? (row.nextAt?.getTime() ?? null) : null,
  deliveredAt: row.deliveredAt?.getTime() ?? null,
})
