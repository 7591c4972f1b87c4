import type { NotificationPreview } from '@assay/contract/notification-rules.ts'
import { composeMessage, groupItems, type Item } from '#notifications/messages/compose-message.ts'
import type { Database } from '#platform/database/database.ts'
import { type OutboxEvent, parseEvent } from '#platform/outbox/events.ts'
import { listAccountEvents } from '#platform/outbox/store.ts'
import { openFacts } from './facts.ts'
import { alertsOf, type AlertType, alertTypes } from './alerts-of.ts'
import { matchRule, type Rule } from './match-rule.ts'

/** Retention of events in days. */
const days = 30
/** Maximum number of events evaluated, newest first. */
const maxEvents = 1000

/** What a rule would have sent, as one message. */
export async function previewRule(
  db: Database,
  accountUuid: string,
  rule: Rule,
): Promise<NotificationPreview> {
  const stored = await listAccountEvents(db, accountUuid, { types: alertTypes, days, limit: maxEvents + 1 })
  const facts = openFacts(db)
  const items: Item[] = []
  for (const each of stored.slice(0, maxEvents)) {
    const alerts = await alertsOf(facts, parseEvent(each) as OutboxEvent<AlertType>)
    for (const { alert } of alerts.filter((one) => one.accountUuid === accountUuid)) {
      const kind = matchRule(rule, alert)
      if (kind) items.push({ ...alert, kind })
    }
  }
  const groups = groupItems(items)
  const total = items.length
  const message =
    total === 0 ? null : composeMessage(groups, { total, groupCount: groups.length, at: Date.now() })
  return { days, total, message, isTruncated: stored.length > maxEvents }
}
