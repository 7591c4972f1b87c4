import { deliveryText } from '#notifications/channels/core/texts.ts'
import type { ChannelRow } from '#notifications/channels/core/store.ts'
import type { AppContext } from '#context.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { deliveriesTo, queueDeliveries } from './queue-deliveries.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { phrase } from '#notifications/messages/phrases.ts'

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

/** The message sent to test a channel. */
export const testMessage = (): Message => ({
  title: phrase('channelTested', {}),
  digest: null,
  at: Date.now(),
  lines: [
    {
      kind: 'findingOpened',
      severity: null,
      title: phrase('channelWorks', {}),
      details: [phrase('channelShown', {})],
      count: 1,
      projectCount: 0,
      projects: [],
      path: '/settings/notifications',
    },
  ],
  more: 0,
  total: 1,
})
