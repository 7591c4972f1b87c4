import { defineSchedule } from '#platform/queue/job.ts'
import { deleteExpiredExports } from './store.ts'

const exportsAtOnce = 20

/** Deletes expired exports. */
export const removeExpiredExportsJob = defineSchedule({
  name: 'remove-expired-exports',
  timeoutSeconds: 1800,
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
  cron: '41 3 * * *',
  async run({ db }) {
    while ((await deleteExpiredExports(db, exportsAtOnce)) === exportsAtOnce);
  },
})
