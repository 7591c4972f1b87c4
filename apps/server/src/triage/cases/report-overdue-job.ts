import { z } from 'zod'
import { writeEvents } from '#platform/outbox/store.ts'
import { defineJob } from '#platform/queue/job.ts'
import { claimOverdue } from './deadline-store.ts'
import { followMergedCases } from './store.ts'

/** Tells once of each deadline of a case that has passed, and lets cases follow merged advisories. */
export const reportOverdueJob = defineJob({
  name: 'report-overdue-deadlines',
  payload: z.object({}),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 60,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  schedule: { cron: '*/5 * * * *', payload: {} },
  run: ({ db }) =>
    db.transaction().execute(async (tx) => {
      await followMergedCases(tx)
      for (const { accountUuid, dueAt, ...payload } of await claimOverdue(tx))
        await writeEvents(tx, accountUuid, [
          { type: 'case.overdue', payload: { ...payload, dueAt: dueAt.getTime() } },
        ])
    }),
})
