import { deliveryText } from '@assay/contract/delivery-texts.ts'
import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { z } from 'zod'
import { openSecret } from '#notifications/channels/channel-secret.ts'
import { findChannel, noteOutcome } from '#notifications/channels/store.ts'
import { accountScope } from '#auth/scope.ts'
import { egressOf } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { type Attempt, postMessage } from './attempt.ts'
import { nextAttemptMs } from './backoff.ts'
import { sendNotificationEmail } from './send-notification-email.ts'
import {
  claimDelivery,
  type DeliveryKey,
  type DeliveryRow,
  findFailure,
  listNext,
  postpone,
  reviveDelivery,
  saveAttempt,
  saveDelivered,
} from './store.ts'

/**
 * Makes one attempt at a delivery. Retries are queued when they are due (run-notifications-job.ts), so that a channel
 * that is down for a day does not block a worker.
 */
export const deliverNotificationJob = defineJob({
  name: 'deliver-notification',
  payload: z.object({ accountUuid: z.uuid(), deliveryUuid: z.uuid() }),
  priority: 'refresh',
  concurrency: 4,
  timeoutSeconds: 60,
  // Only for crashed workers: deliveries count their own attempts.
  retry: { limit: 2, delaySeconds: 1, maxDelaySeconds: 10 },
  async run(context, key) {
    const delivery = await claimDelivery(context.db, key)
    if (delivery) return attemptDelivery(context, key, delivery)
    const failure = await findFailure(context.db, key)
    if (failure) throw new Error(failure.error ?? 'The message was not delivered')
  },
  async revive(tx, payloads) {
    for (const key of payloads) await reviveDelivery(tx, key)
  },
})

async function attemptDelivery(context: JobContext, key: DeliveryKey, delivery: DeliveryRow): Promise<void> {
  const { db } = context
  const attempt = await send(context, key, delivery).catch((error: unknown) => unexpected(context, error))
  if (attempt === 'postponed') return
  const channel = delivery.channelUuid && { accountUuid: key.accountUuid, uuid: delivery.channelUuid }
  if (attempt.state === 'delivered') {
    await saveDelivered(db, key)
    if (channel) await noteOutcome(db, channel, { problem: null })
    return queueNext(context, key)
  }
  const { error, isFinal, isGone = false, isOfMessage = false, retryAfterMs } = attempt
  const delayMs = isFinal ? null : nextAttemptMs(delivery.attempts, retryAfterMs)
  const nextAt = delayMs === null ? null : new Date(Date.now() + delayMs)
  await saveAttempt(db, key, { error, nextAt, holds: !isOfMessage })
  const pausedUntil = retryAfterMs === undefined ? null : new Date(Date.now() + retryAfterMs)
  if (channel) await noteOutcome(db, channel, { problem: error, pausedUntil, isGone })
  if (nextAt === null || isOfMessage) await queueNext(context, key)
  // Without an attempt left it is among the failed jobs.
  if (nextAt === null) throw new Error(error)
}

/** Messages to one place go one after the other, in their order. */
const queueNext = async ({ db, queue }: JobContext, key: DeliveryKey): Promise<void> =>
  queue.sendAll(db, deliverNotificationJob, { payloads: await listNext(db, key), priority: 'refresh' })

/** Counts like a failure of the other side, so that the attempts end and later messages are sent. */
function unexpected({ log }: JobContext, error: unknown): Attempt {
  log.error(error, 'A notification could not be sent')
  const text = error instanceof Problem ? error.message : deliveryText('attemptFailed')
  return { state: 'failed', error: text, isFinal: false }
}

const ended = (error: string): Attempt => ({ state: 'failed', error, isFinal: true })

async function send(
  context: JobContext,
  key: DeliveryKey,
  delivery: DeliveryRow,
): Promise<Attempt | 'postponed'> {
  const { uuid, kind, channelUuid, ruleUuid, recipient } = delivery
  const message = delivery.message as NotificationMessage
  const { accountUuid } = key
  if (channelUuid === null)
    return sendNotificationEmail(context, {
      uuid,
      message,
      subscription: { of: 'rule', accountUuid, uuid: ruleUuid!, email: recipient! },
    })
  const channel = await findChannel(context.db, accountScope(accountUuid), channelUuid)
  if (!channel) return ended(deliveryText('channelDeleted'))
  if (!channel.active) return ended(deliveryText('channelOff'))
  if (channel.pausedUntil !== null && channel.pausedUntil.getTime() > Date.now()) {
    await postpone(context.db, key, channel.pausedUntil)
    return 'postponed'
  }
  if (kind === 'email') {
    const email = recipient!
    if (!channel.recipients.includes(email)) return ended(deliveryText('recipientRemoved'))
    const subscription = { of: 'channel' as const, accountUuid, uuid: channelUuid, email }
    return sendNotificationEmail(context, { uuid, message, subscription })
  }
  const secret = openSecret(context.vault, channelUuid, channel.secret!)
  const origin = publicAddress(context.config)
  return postMessage({ uuid, kind, secret, message, origin }, egressOf(context.config, 'notification'))
}
