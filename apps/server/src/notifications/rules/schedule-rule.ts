import { dueAt } from '#notifications/messages/due-at.ts'
import type { Tx } from '#platform/database/database.ts'
import { findFirstAt, saveDue } from './item-store.ts'
import type { RuleSettings } from './rule-settings.ts'
import type { RuleKey } from './store.ts'

/** Saves when the rule sends its pending items, the first of which was added at firstAt. Epoch ms. */
export const scheduleRule = (
  tx: Tx,
  key: RuleKey,
  { settings, firstAt }: { settings: RuleSettings; firstAt: number },
) => saveDue(tx, key, { firstAt, dueAt: dueAt(settings, { firstAt, now: Date.now() }) })

/** The same for the pending items of a changed rule, if there are any. */
export async function rescheduleRule(tx: Tx, key: RuleKey, settings: RuleSettings): Promise<void> {
  const firstAt = await findFirstAt(tx, key)
  if (firstAt !== null) await scheduleRule(tx, key, { settings, firstAt })
}
