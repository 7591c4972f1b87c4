import { deliveryText } from '#notifications/channels/core/texts.ts'
import type { ChannelRow } from '#notifications/channels/core/store.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { deliveriesTo, queueDeliveries } from './queue-deliveries.ts'
import { testMessage } from './test-message.ts'

/** Returns the delivery ids. Throws 409 if the channel is off. */
export function queueTest(
  context: Pick<AppContext, 'queue'>,
  tx: Tx,
  { channel, accountUuid }: { channel: ChannelRow; accountUuid: string },
): Promise<string[]> {
  if (!channel.active) throw new Problem(409, 'channelInvalid', deliveryText('channelOff'))
  const deliveries = deliveriesTo(channel, { message: testMessage() })
  return queueDeliveries(context, tx, { accountUuid, deliveries })
}
