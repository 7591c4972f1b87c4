import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { randomUUID } from 'node:crypto'
import { findChannel } from '#notifications/channels/core/store.ts'
import { deliveriesTo, queueDeliveries } from '#notifications/deliveries/queue-deliveries.ts'
import type { NewDelivery } from '#notifications/deliveries/store.ts'
import { type Audience, insertInboxMessages } from '#notifications/inbox/store.ts'
import { composeMessage, type Message } from '#notifications/messages/compose-message.ts'
import { accountScope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { composeWebhooks } from './compose-webhooks.ts'
import { weeklyVerdict } from './weekly-verdict.ts'
import { type ItemVisibility, visibilityOf } from './item-visibility.ts'
import { clearWaiting, groupWaiting, listConcerned, lockDueRule, removeOutdated } from './item-store.ts'
import { type ActiveRule, findActiveRule, type RuleKey } from './store.ts'

/** Composes the messages of one due rule, in one transaction with its deliveries. Returns false if no rule is due. */
export const sendDueRule = (context: JobContext, now = new Date()): Promise<boolean> =>
  context.db.transaction().execute(async (tx) => {
    const due = await lockDueRule(tx, now)
    if (!due) return false
    const rule = await findActiveRule(tx, due)
    await removeOutdated(tx, due)
    if (rule) await sendRule(context, tx, { due, rule, at: now.getTime() })
    await clearWaiting(tx, due)
    return true
  })

interface DueRule {
  due: RuleKey
  rule: ActiveRule
  at: number
}

async function sendRule(context: JobContext, tx: Tx, dueRule: DueRule): Promise<void> {
  const { due, rule } = dueRule
  const compose = (visibility: ItemVisibility, kind?: NotificationKind | null) =>
    composeDue(context, tx, { ...dueRule, visibility, kind })
  const { accountUuid } = due
  if (rule.settings.toInbox)
    for (const { audience, visibility } of await readersOf(tx, dueRule)) {
      const message = await compose(visibility)
      if (message) await insertInboxMessages(tx, { accountUuid, audience }, { uuid: randomUUID(), message })
    }
  const visibility = visibilityOf(rule.owner)
  const message = await compose(visibility)
  if (!message) return
  const webhooks = () =>
    composeWebhooks(tx, {
      due,
      visibility,
      origin: publicAddress(context.config),
      compose: (kind) => compose(visibility, kind),
    })
  const deliveries = [
    ...(await channelDeliveries(tx, accountUuid, { rule, message, webhooks })),
    ...ownEmail({ rule, message }),
  ]
  await queueDeliveries(context, tx, { accountUuid, deliveries })
}

interface VisibleRule extends DueRule {
  visibility: ItemVisibility
  kind: NotificationKind | null | undefined
}

/** null if nothing is visible any more. */
async function composeDue(
  { db, numbers }: JobContext,
  tx: Tx,
  { due, rule, at, visibility, kind = null }: VisibleRule,
): Promise<Message | null> {
  const { groups, groupCount, total } = await groupWaiting(tx, due, { visibility, kind })
  if (groups.length === 0) return null
  const message = composeMessage(groups, { groupCount, total, at, timing: rule.settings })
  if (message.digest?.cadence !== 'weekly') return message
  const verdict = await weeklyVerdict({ db, numbers }, { accountUuid: due.accountUuid, visibility, at })
  return { ...message, verdict }
}

interface Readers {
  audience: Audience
  visibility: ItemVisibility
}

/** Items about a member are shown to that member and to administrators. */
async function readersOf(tx: Tx, { due, rule: { owner } }: DueRule): Promise<Readers[]> {
  const visibility = visibilityOf(owner)
  if (owner.of !== 'account') return [{ audience: owner, visibility }]
  const concerned = await listConcerned(tx, due)
  if (concerned.length === 0) return [{ audience: owner, visibility }]
  return [
    { audience: { of: 'administrators' }, visibility },
    { audience: { of: 'others', except: concerned }, visibility: { ...visibility, members: [] } },
    ...concerned.map((memberUuid): Readers => {
      return { audience: { of: 'other', memberUuid }, visibility: { ...visibility, members: [memberUuid] } }
    }),
  ]
}

interface Sent {
  rule: ActiveRule
  message: Message
}

interface SentToChannels extends Sent {
  /** Composed if a channel is a webhook. */
  webhooks: () => Promise<Message[]>
}

async function channelDeliveries(
  tx: Tx,
  accountUuid: string,
  { rule, message, webhooks }: SentToChannels,
): Promise<NewDelivery[]> {
  const deliveries: NewDelivery[] = []
  let ofWebhooks: Promise<Message[]> | null = null
  for (const uuid of rule.channelUuids) {
    const channel = await findChannel(tx, accountScope(accountUuid), uuid)
    if (!channel?.active) continue
    // If a team's rule uses a channel of the account, the delivery belongs to the team.
    const messages = channel.kind === 'webhook' ? await (ofWebhooks ??= webhooks()) : [message]
    const sent = messages.flatMap((each) => deliveriesTo(channel, { message: each, ruleUuid: rule.uuid }))
    deliveries.push(...sent.map((each) => ({ ...each, teamUuid: rule.teamUuid })))
  }
  return deliveries
}

function ownEmail({ rule: { uuid: ruleUuid, memberUuid, email }, message }: Sent): NewDelivery[] {
  if (email === null) return []
  const to = { kind: 'email', recipient: email, channelUuid: null, teamUuid: null }
  return [{ uuid: randomUUID(), ruleUuid, memberUuid, message, ...to }]
}
