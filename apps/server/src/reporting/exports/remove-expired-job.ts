import { z } from 'zod'
import { defineJob } from '#platform/queue/job.ts'
import { deleteExpiredExports } from './store.ts'

const exportsAtOnce = 20

/** Deletes expired exports. */
export const removeExpiredExportsJob = defineJob({
  name: 'remove-expired-exports',
  payload: z.object({}),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 1800,
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
  schedule: { cron: '41 3 * * *', payload: {} },
  async run({ db }) {
    while ((await deleteExpiredExports(db, exportsAtOnce)) === exportsAtOnce);
  },
})
