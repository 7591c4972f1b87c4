import type { NotificationPreview } from '@assay/contract/notification-rules.ts'
import type { Caller } from '#auth/scope.ts'
import { composeMessage, groupItems, type Item } from '#notifications/messages/compose-message.ts'
import type { NotificationTexts } from '#notifications/messages/notification-texts.ts'
import { wordMessage } from '#notifications/messages/word-message.ts'
import type { Database } from '#platform/database/database.ts'
import { type OutboxEvent, parseEvent } from '#platform/outbox/events.ts'
import { listEventsByType } from '#platform/outbox/store.ts'
import type { Alert } from './alert.ts'
import { typesOf } from './alert-kinds.ts'
import { alertsOf, type AlertType } from './alerts-of.ts'
import { openFacts } from './facts.ts'
import { matchRule, type Rule } from './match-rule.ts'

/** Retention of events in days. */
const days = 30
/** Maximum number of events of each type evaluated, newest first. */
const maxEvents = 1000

type Viewer = Pick<Caller, 'scope' | 'memberUuid' | 'role'> & { texts: NotificationTexts }

/** What a rule would have sent, as one message, limited to what the viewer may see. */
export async function previewRule(db: Database, viewer: Viewer, rule: Rule): Promise<NotificationPreview> {
  const { accountUuid } = viewer.scope
  const { events, isTruncated } = await recentEvents(db, accountUuid, rule)
  const facts = openFacts(db, { onlyAccount: accountUuid })
  const items: Item[] = []
  for (const event of events)
    for (const { accountUuid: owner, alert } of await alertsOf(facts, event)) {
      const kind = owner === accountUuid && isShownTo(viewer, alert) ? matchRule(rule, alert) : null
      if (kind) items.push({ ...alert, kind })
    }
  const groups = groupItems(items)
  const total = items.length
  const message =
    total === 0 ? null : composeMessage(groups, { total, groupCount: groups.length, at: Date.now() })
  return { days, total, message: message && wordMessage(message, viewer.texts), isTruncated }
}

/** Events of the account and of the whole installation. */
async function recentEvents(db: Database, accountUuid: string, { kinds }: Rule) {
  const events: OutboxEvent<AlertType>[] = []
  let isTruncated = false
  for (const owner of [accountUuid, null]) {
    const stored = await listEventsByType(db, owner, { types: typesOf(kinds), days, limit: maxEvents + 1 })
    for (const ofType of Map.groupBy(stored, ({ type }) => type).values()) {
      isTruncated ||= ofType.length > maxEvents
      events.push(...ofType.slice(0, maxEvents).map((each) => parseEvent(each) as OutboxEvent<AlertType>))
    }
  }
  return { events, isTruncated }
}

/** Items about a member are shown to that member and to administrators. */
const isShownTo = ({ role, memberUuid }: Viewer, alert: Alert): boolean =>
  alert.memberUuid === null || alert.memberUuid === memberUuid || role === 'Administrator'
