import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { claimDueSoon, type ClaimedDeadline, claimOverdue } from './deadline-store.ts'
import { followMergedCases } from './store.ts'

/** Tells once of each deadline of a case that ends soon or has passed, and lets cases follow merged advisories. */
export const reportOverdueJob = defineSchedule({
  name: 'report-overdue-deadlines',
  timeoutSeconds: 60,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  cron: '*/5 * * * *',
  run: ({ db }) =>
    db.transaction().execute(async (tx) => {
      await followMergedCases(tx)
      await tell(tx, 'case.due-soon', await claimDueSoon(tx))
      await tell(tx, 'case.overdue', await claimOverdue(tx))
    }),
})

async function tell(tx: Tx, type: 'case.due-soon' | 'case.overdue', claimed: readonly ClaimedDeadline[]) {
  for (const { accountUuid, dueAt, ...payload } of claimed)
    await writeEvents(tx, accountUuid, [{ type, payload: { ...payload, dueAt: dueAt.getTime() } }])
}
