import type { NotificationKind } from '@assay/contract/notification-messages.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { findChannel } from '#notifications/channels/core/store.ts'
import { deliveriesTo, queueDeliveries } from '#notifications/deliveries/queue-deliveries.ts'
import type { NewDelivery } from '#notifications/deliveries/store.ts'
import { type Audience, insertInboxMessages } from '#notifications/inbox/store.ts'
import { composeMessage, type Message } from '#notifications/messages/compose-message.ts'
import { accountScope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { inTrace, isTracing } from '#platform/traces/tracing.ts'
import { composeWebhooks } from './compose-webhooks.ts'
import { weeklyVerdict } from './weekly-verdict.ts'
import { type ItemVisibility, visibilityOf } from './item-visibility.ts'
import {
  clearWaiting,
  findTrace,
  groupWaiting,
  listConcerned,
  lockDueRule,
  lockOtherDue,
  removeOutdated,
} from './item-store.ts'
import { type ActiveRule, findActiveRule, listActiveRules, type RuleKey } from './store.ts'

/**
 * Composes the messages of a due rule, and of those that are due with it for the same readers: what one import opens is
 * one message, however many rules it concerns. In one transaction with its deliveries. Returns false if no rule is due.
 */
export const sendDueRule = (context: JobContext, now = new Date()): Promise<boolean> =>
  context.db.transaction().execute(async (tx) => {
    const due = await lockDueRule(tx, now)
    if (!due) return false
    const rule = await findActiveRule(tx, due)
    const rules = rule ? [rule, ...(await listDueWith(tx, { due, rule, now }))] : []
    const keys = [due, ...rules.slice(1).map(({ uuid }) => ({ ...due, ruleUuid: uuid }))]
    for (const key of keys) await removeOutdated(tx, key)
    if (rule) await sendRules(tx, { context, accountUuid: due.accountUuid, rules, at: now.getTime() })
    for (const key of keys) await clearWaiting(tx, key)
    return true
  })

/** Other due rules with the same owner, and so the same readers, and the same kind of message. */
async function listDueWith(
  tx: Tx,
  { due, rule, now }: { due: RuleKey; rule: ActiveRule; now: Date },
): Promise<ActiveRule[]> {
  const others = new Set((await lockOtherDue(tx, due, now)).map(({ ruleUuid }) => ruleUuid))
  if (others.size === 0) return []
  const shared = ({ owner, settings: { cadence, timeZone } }: ActiveRule) => [owner, cadence, timeZone]
  const active = await listActiveRules(tx, due.accountUuid)
  return active.filter((each) => others.has(each.uuid) && isDeepStrictEqual(shared(each), shared(rule)))
}

interface DueRules {
  context: JobContext
  accountUuid: string
  /** At least one; all have the same owner and cadence. */
  rules: readonly ActiveRule[]
  at: number
}

async function sendRules(tx: Tx, due: DueRules): Promise<void> {
  const { context, accountUuid, rules } = due
  const { owner } = rules[0]!
  const ofInbox = rules.filter(({ settings }) => settings.toInbox)
  if (ofInbox.length > 0)
    for (const { audience, visibility } of await readersOf(tx, { ...due, rules: ofInbox })) {
      const message = await compose(tx, { ...due, rules: ofInbox }, { visibility })
      if (message) await insertInboxMessages(tx, { accountUuid, audience }, { uuid: randomUUID(), message })
    }
  const visibility = visibilityOf(owner)
  const deliveries = [
    ...(await channelDeliveries(tx, { due, visibility })),
    ...(await ownEmail(tx, due, visibility)),
  ]
  // The message of several events continues the trace of the first.
  const ruleUuids = rules.map(({ uuid }) => uuid)
  const trace = isTracing() ? await findTrace(tx, { accountUuid, ruleUuids }) : null
  await inTrace(trace, () => queueDeliveries(context, tx, { accountUuid, deliveries }))
}

/** null if nothing is visible any more. */
async function compose(
  tx: Tx,
  { context: { db, numbers }, accountUuid, rules, at }: DueRules,
  { visibility, kind = null }: { visibility: ItemVisibility; kind?: NotificationKind | null },
): Promise<Message | null> {
  const of = { accountUuid, ruleUuids: rules.map(({ uuid }) => uuid) }
  const { groups, groupCount, total } = await groupWaiting(tx, of, { visibility, kind })
  if (groups.length === 0) return null
  const message = composeMessage(groups, { groupCount, total, at, timing: rules[0]!.settings })
  if (message.digest?.cadence !== 'weekly') return message
  const verdict = await weeklyVerdict({ db, numbers }, { accountUuid, visibility, at })
  return { ...message, verdict }
}

interface Readers {
  audience: Audience
  visibility: ItemVisibility
}

/** Items about a member are shown to that member and to administrators. */
async function readersOf(tx: Tx, { accountUuid, rules }: DueRules): Promise<Readers[]> {
  const { owner } = rules[0]!
  const visibility = visibilityOf(owner)
  if (owner.of !== 'account') return [{ audience: owner, visibility }]
  const concerned = new Set<string>()
  for (const { uuid: ruleUuid } of rules)
    for (const memberUuid of await listConcerned(tx, { accountUuid, ruleUuid })) concerned.add(memberUuid)
  if (concerned.size === 0) return [{ audience: owner, visibility }]
  return [
    { audience: { of: 'administrators' }, visibility },
    { audience: { of: 'others', except: [...concerned] }, visibility: { ...visibility, members: [] } },
    ...[...concerned].map((memberUuid): Readers => {
      return { audience: { of: 'other', memberUuid }, visibility: { ...visibility, members: [memberUuid] } }
    }),
  ]
}

interface Sent {
  due: DueRules
  visibility: ItemVisibility
}

/** One message to each channel, of all rules that name it. */
async function channelDeliveries(tx: Tx, { due, visibility }: Sent): Promise<NewDelivery[]> {
  const deliveries: NewDelivery[] = []
  for (const channelUuid of new Set(due.rules.flatMap(({ channelUuids }) => channelUuids))) {
    const channel = await findChannel(tx, accountScope(due.accountUuid), channelUuid)
    if (!channel?.active) continue
    const rules = due.rules.filter(({ channelUuids }) => channelUuids.includes(channelUuid))
    const messages =
      channel.kind === 'webhook'
        ? await webhookMessages(tx, { due: { ...due, rules }, visibility })
        : [(await compose(tx, { ...due, rules }, { visibility })) ?? []].flat()
    // If a team's rule uses a channel of the account, the delivery belongs to the team.
    const [{ uuid: ruleUuid, teamUuid }] = rules as [ActiveRule]
    const sent = messages.flatMap((message) => deliveriesTo(channel, { message, ruleUuid }))
    deliveries.push(...sent.map((each) => ({ ...each, teamUuid })))
  }
  return deliveries
}

/** Programs get the events of each rule. */
async function webhookMessages(tx: Tx, { due, visibility }: Sent): Promise<Message[]> {
  const messages: Message[] = []
  for (const rule of due.rules)
    messages.push(
      ...(await composeWebhooks(tx, {
        due: { accountUuid: due.accountUuid, ruleUuid: rule.uuid },
        visibility,
        origin: publicAddress(due.context.config),
        compose: (kind) => compose(tx, { ...due, rules: [rule] }, { visibility, kind }),
      })),
    )
  return messages
}

/** A member's own rules. */
async function ownEmail(tx: Tx, due: DueRules, visibility: ItemVisibility): Promise<NewDelivery[]> {
  const rules = due.rules.filter(({ email }) => email !== null)
  const [first] = rules
  const message = first && (await compose(tx, { ...due, rules }, { visibility }))
  if (!message) return []
  const { uuid: ruleUuid, memberUuid, email } = first
  const to = { kind: 'email', recipient: email, channelUuid: null, teamUuid: null }
  return [{ uuid: randomUUID(), ruleUuid, memberUuid, message, ...to }]
}
