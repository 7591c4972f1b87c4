import { randomUUID } from 'node:crypto'
import { findChannel } from '#notifications/channels/store.ts'
import { deliveriesTo, queueDeliveries } from '#notifications/deliveries/queue-deliveries.ts'
import type { NewDelivery } from '#notifications/deliveries/store.ts'
import { insertInboxMessages } from '#notifications/inbox/store.ts'
import { composeMessage } from '#notifications/messages/compose-message.ts'
import { digestName } from '#notifications/messages/digest-name.ts'
import { accountScope } from '#auth/scope.ts'
import { findMember } from '#accounts/members/store.ts'
import type { Tx } from '#platform/database/database.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { clearWaiting, groupWaiting, lockDueRule } from './item-store.ts'
import { RuleSettings } from './rule-settings.ts'
import { findAnyRule, type RuleRow } from './store.ts'

/** Composes the message of one due rule, in one transaction with its deliveries. Returns false if no rule is due. */
export const sendDueRule = (context: JobContext, now = new Date()): Promise<boolean> =>
  context.db.transaction().execute(async (tx) => {
    const due = await lockDueRule(tx, now)
    if (!due) return false
    const { accountUuid, ruleUuid } = due
    const rule = await findAnyRule(tx, accountUuid, ruleUuid)
    const { groups, groupCount, total } = await groupWaiting(tx, due)
    await clearWaiting(tx, due)
    if (!rule?.active || groups.length === 0) return true
    const at = now.getTime()
    const settings = RuleSettings.parse(rule.settings)
    const message = composeMessage(groups, { groupCount, total, at, digest: digestName(settings, at) })
    if (settings.toInbox)
      await insertInboxMessages(
        tx,
        { accountUuid, teamUuid: rule.teamUuid, memberUuid: rule.memberUuid },
        { uuid: randomUUID(), message },
      )
    const deliveries = [
      ...(await channelDeliveries(tx, accountUuid, { rule, message })),
      ...(await ownEmail(tx, accountUuid, { rule, message })),
    ]
    await queueDeliveries(context, tx, { accountUuid, deliveries })
    return true
  })

interface Sent {
  rule: RuleRow
  message: NewDelivery['message']
}

async function channelDeliveries(
  tx: Tx,
  accountUuid: string,
  { rule, message }: Sent,
): Promise<NewDelivery[]> {
  const deliveries: NewDelivery[] = []
  for (const uuid of rule.channelUuids) {
    const channel = await findChannel(tx, accountScope(accountUuid), uuid)
    if (!channel?.active) continue
    // If a team's rule uses a channel of the account, the delivery belongs to the team.
    const sent = deliveriesTo(channel, { message, ruleUuid: rule.uuid })
    deliveries.push(...sent.map((each) => ({ ...each, teamUuid: rule.teamUuid })))
  }
  return deliveries
}

async function ownEmail(tx: Tx, accountUuid: string, { rule, message }: Sent): Promise<NewDelivery[]> {
  const { memberUuid, toEmail, uuid: ruleUuid } = rule
  if (memberUuid === null || !toEmail) return []
  const member = await findMember(tx, accountScope(accountUuid), memberUuid)
  if (!member) return []
  const uuid = randomUUID()
  const to = { kind: 'email', recipient: member.email, channelUuid: null, teamUuid: null }
  return [{ uuid, ruleUuid, memberUuid, message, ...to }]
}
