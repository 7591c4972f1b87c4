import { deliveryText, errorOf } from '#notifications/channels/core/texts.ts'
import { z } from 'zod'
import { openSecret } from '#notifications/channels/core/channel-secret.ts'
import { findChannel, noteOutcome } from '#notifications/channels/core/store.ts'
import { endOfQuiet } from '#notifications/messages/due-at.ts'
import { textsIn } from '#notifications/messages/notification-texts.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { accountScope } from '#auth/scope.ts'
import { egressOf } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { defineJob, type JobContext } from '#platform/queue/job.ts'
import { inEnglish, type Wording } from '#platform/texts/text.ts'
import { type Attempt, postMessage } from './attempt.ts'
import { findRule, listActiveAddresses } from './recipient-store.ts'
import { sendNotificationEmail } from './send-notification-email.ts'
import type { Subscription } from './unsubscribe-token.ts'
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
  payload: z.object({
    accountUuid: z.uuid(),
    deliveryUuid: z.uuid(),
    /** The target; a process sends to each target one at a time. */
    service: z.string(),
  }),
  priority: 'refresh',
  concurrency: 6,
  groupOf: ({ service }) => service,
  timeoutSeconds: 60,
  // Only for crashed workers: deliveries count their own attempts.
  retry: { limit: 2, delaySeconds: 1, maxDelaySeconds: 10 },
  async run(context, key) {
    const delivery = await claimDelivery(context.db, key)
    if (delivery) return attemptDelivery(context, key, delivery)
    const failure = await findFailure(context.db, key)
    if (failure)
      throw new Error(failure.error ? inEnglish(errorOf(failure.error)) : 'The message was not delivered')
  },
  async onRequeue(tx, payloads) {
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
  // Without attempts left, it becomes a failed job.
  if (nextAt === null) throw new Error(inEnglish(error))
}

/** Messages to one target are sent sequentially, in order. */
const queueNext = async ({ db, queue }: JobContext, key: DeliveryKey): Promise<void> =>
  queue.sendAll(db, deliverNotificationJob, { payloads: await listNext(db, key), priority: 'refresh' })

/** Counts like a failure of the service, so that attempts end and later messages are sent. */
function unexpected({ log }: JobContext, error: unknown): Attempt {
  log.error(error, 'A notification could not be sent')
  const text = error instanceof Problem ? error.wording : deliveryText('attemptFailed')
  return { state: 'failed', error: text, isFinal: false }
}

const ended = (error: Wording): Attempt => ({ state: 'failed', error, isFinal: true })

type Sent = Promise<Attempt | 'postponed'>

async function send(context: JobContext, key: DeliveryKey, delivery: DeliveryRow): Sent {
  const { ruleUuid, channelUuid, attempts } = delivery
  const { accountUuid } = key
  const rule = ruleUuid === null ? undefined : await findRule(context.db, { accountUuid, ruleUuid })
  const now = Date.now()
  // The first attempt is made when the rule is due or on request.
  const quietUntil = rule && attempts > 1 ? endOfQuiet(rule, now) : now
  if (quietUntil > now) return postponeTo(context, key, new Date(quietUntil))
  if (channelUuid !== null) return sendToChannel(context, key, { ...delivery, channelUuid })
  // The owner of the rule may have unsubscribed or left since.
  const email = rule?.email ?? null
  if (email === null) return ended(deliveryText('recipientRemoved'))
  const subscription: Subscription = { of: 'rule', accountUuid, uuid: ruleUuid!, email }
  return sendEmail(context, delivery, { subscription, language: rule!.language })
}

async function sendToChannel(
  context: JobContext,
  key: DeliveryKey,
  delivery: DeliveryRow & { channelUuid: string },
): Sent {
  const { uuid, kind, channelUuid, recipient } = delivery
  const { accountUuid } = key
  const channel = await findChannel(context.db, accountScope(accountUuid), channelUuid)
  if (!channel) return ended(deliveryText('channelDeleted'))
  if (!channel.active) return ended(deliveryText('channelOff'))
  const { pausedUntil } = channel
  if (pausedUntil !== null && pausedUntil.getTime() > Date.now()) return postponeTo(context, key, pausedUntil)
  if (kind === 'email') {
    const email = recipient!
    if (!channel.recipients.includes(email)) return ended(deliveryText('recipientRemoved'))
    const subscription: Subscription = { of: 'channel', accountUuid, uuid: channelUuid, email }
    const address = email.toLowerCase()
    const languages = await listActiveAddresses(context.db, accountUuid, [address])
    const language = languages.get(address) ?? channel.language
    return sendEmail(context, delivery, { subscription, language })
  }
  const secret = openSecret(context.vault, channelUuid, channel.secret!)
  const origin = publicAddress(context.config)
  const { language } = channel
  const posted = { uuid, kind, secret, message: messageOf(delivery), language, origin }
  return postMessage(posted, egressOf(context.config, 'notification'))
}

const messageOf = ({ message }: DeliveryRow) => message as Message

const sendEmail = (
  context: JobContext,
  delivery: DeliveryRow,
  { subscription, language }: { subscription: Subscription; language: string | null },
) =>
  sendNotificationEmail(context, {
    uuid: delivery.uuid,
    message: messageOf(delivery),
    texts: textsIn(language),
    subscription,
  })

async function postponeTo({ db }: JobContext, key: DeliveryKey, at: Date): Promise<'postponed'> {
  await postpone(db, key, at)
  return 'postponed'
}

/** Seconds after each failed attempt, as recommended by Standard Webhooks: a little more than three days in total. */
const delaysSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** Jitter. */
const jitterPart = 0.1

/** Delay before the next attempt; null if there is none. At least the Retry-After of the service. */
export function nextAttemptMs(attempts: number, retryAfterMs = 0, random = Math.random()): number | null {
  const seconds = delaysSeconds[attempts - 1]
  if (seconds === undefined) return null
  return Math.max(seconds * 1000 * (1 + jitterPart * random), retryAfterMs)
}
