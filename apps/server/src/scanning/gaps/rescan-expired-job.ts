import { z } from 'zod'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { defineJob } from '#platform/queue/job.ts'
import { claimExpired, listBranchesWithGaps } from './store.ts'

/** Rescans the branches of accepted gaps that have expired: from then on, they count again. */
export const rescanExpiredGapsJob = defineJob({
  name: 'rescan-expired-gaps',
  payload: z.object({}),
  priority: 'rescan',
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  schedule: { cron: '*/10 * * * *', payload: {} },
  run: ({ db, queue }) =>
    db.transaction().execute(async (tx) => {
      for (const owner of await claimExpired(tx))
        await sendBranches(tx, queue, await listBranchesWithGaps(tx, owner))
    }),
})
