import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { claimExpired, listBranchesWithGaps } from './store.ts'

/** Rescans the branches of accepted gaps that have expired: from then on, they count again. */
export const rescanExpiredGapsJob = defineSchedule({
  name: 'rescan-expired-gaps',
  priority: 'rescan',
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  cron: '*/10 * * * *',
  run: ({ db, queue }) =>
    db.transaction().execute(async (tx) => {
      for (const owner of await claimExpired(tx))
        await sendBranches(tx, queue, await listBranchesWithGaps(tx, owner))
    }),
})
