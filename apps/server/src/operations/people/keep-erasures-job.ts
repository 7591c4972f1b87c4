import { z } from 'zod'
import { addErasures, erasuresBeside, localErasures } from '#platform/backup/erasure-list.ts'
import { defineJob } from '#platform/queue/job.ts'
import { listErasedIds } from './store.ts'

/** Lists those who were erased outside of the database, so that a restore of an older backup does not bring them back. */
export const keepErasuresJob = defineJob({
  name: 'keep-erasures',
  payload: z.object({}),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 8, delaySeconds: 10, maxDelaySeconds: 3600 },
  // Also for a new place of backups, and for processes with a data folder of their own.
  schedule: { cron: '41 * * * *', payload: {} },
  async run({ db, config }) {
    const people = await listErasedIds(db)
    if (people.length === 0) return
    const { to } = config.backup
    await addErasures(localErasures(config), people)
    if (to !== undefined) await addErasures(erasuresBeside(config, to), people)
  },
})
