import { randomUUID } from 'node:crypto'
import type { ChannelRow } from '#notifications/channels/core/store.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { deliverNotificationJob } from './deliver-notification-job.ts'
import { insertDeliveries, keyOf, type NewDelivery } from './store.ts'

/** One delivery to a channel, or one per recipient of an email channel. */
export function deliveriesTo(
  { uuid: channelUuid, teamUuid, kind, recipients }: ChannelRow,
  { message, ruleUuid = null }: { message: Message; ruleUuid?: string | null },
): NewDelivery[] {
  const to = kind === 'email' ? recipients : [null]
  return to.map((recipient) => ({
    uuid: randomUUID(),
    teamUuid,
    channelUuid,
    ruleUuid,
    memberUuid: null,
    kind,
    recipient,
    message,
  }))
}

/** Stores the deliveries and queues their jobs. Returns their ids. */
export async function queueDeliveries(
  { queue }: Pick<AppContext, 'queue'>,
  tx: Tx,
  { accountUuid, deliveries }: { accountUuid: string; deliveries: readonly NewDelivery[] },
): Promise<string[]> {
  await insertDeliveries(tx, accountUuid, deliveries)
  await queue.sendAll(tx, deliverNotificationJob, {
    payloads: deliveries.map((delivery) => keyOf(accountUuid, delivery)),
    priority: 'refresh',
  })
  return deliveries.map(({ uuid }) => uuid)
}
