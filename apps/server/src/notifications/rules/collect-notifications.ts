import { defineConsumer } from '#platform/outbox/consumer.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Facts, openFacts } from './facts.ts'
import type { AccountAlert } from './alert-reader.ts'
import { alertsOf, alertTypes } from './alerts-of.ts'
import { findFirstAt, insertItems, type NewItem } from './item-store.ts'
import { matchRule } from './match-rule.ts'
import { scheduleRule } from './schedule-rule.ts'
import { type ActiveRule, listActiveRules } from './store.ts'

/** Adds events to the matching rules, which send them when due: run-notifications-job.ts. */
export const notifications = defineConsumer({
  name: 'notifications',
  types: alertTypes,
  async handle(tx, _context, event) {
    const accountAlerts = await alertsOf(batchOf(tx).facts, event)
    const accounts = Map.groupBy(accountAlerts, ({ accountUuid }) => accountUuid)
    for (const [accountUuid, ofAccount] of accounts) await collect(tx, accountUuid, ofAccount)
  },
})

/** Handles events in batches of one transaction, so that shared data is read and written once per batch. */
interface Batch {
  facts: Facts
  rules: Map<string, Promise<ActiveRule[]>>
  /** Rules whose due time is already known. */
  due: Set<string>
}
const batches = new WeakMap<Tx, Batch>()

function batchOf(tx: Tx): Batch {
  const batch = batches.get(tx) ?? { facts: openFacts(tx), rules: new Map(), due: new Set() }
  batches.set(tx, batch)
  return batch
}

function rulesOf(tx: Tx, accountUuid: string): Promise<ActiveRule[]> {
  const { rules } = batchOf(tx)
  const cached = rules.get(accountUuid) ?? listActiveRules(tx, accountUuid)
  rules.set(accountUuid, cached)
  return cached
}

async function collect(tx: Tx, accountUuid: string, accountAlerts: readonly AccountAlert[]): Promise<void> {
  const rules = await rulesOf(tx, accountUuid)
  const items = rules.flatMap((rule) =>
    accountAlerts.flatMap(({ alert }): NewItem[] => {
      const kind = matchRule(rule, alert)
      return kind ? [{ ruleUuid: rule.uuid, kind, alert }] : []
    }),
  )
  if (items.length === 0) return
  await insertItems(tx, accountUuid, items)
  const { due } = batchOf(tx)
  const concerned = new Set(items.map(({ ruleUuid }) => ruleUuid))
  const undue = rules.filter(({ uuid }) => concerned.has(uuid) && !due.has(uuid))
  // Sorted, so that concurrent transactions do not deadlock.
  for (const { uuid: ruleUuid, settings } of undue.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))) {
    const key = { accountUuid, ruleUuid }
    await scheduleRule(tx, key, { settings, firstAt: (await findFirstAt(tx, key)) ?? Date.now() })
    due.add(ruleUuid)
  }
}
