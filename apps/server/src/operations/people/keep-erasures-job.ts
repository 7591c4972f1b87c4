import { addErasures, erasuresBeside, localErasures } from '#platform/backup/erasure-list.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { listErasedIds } from './store.ts'

/** Lists those who were erased outside of the database, so that a restore of an older backup does not bring them back. */
export const keepErasuresJob = defineSchedule({
  name: 'keep-erasures',
  timeoutSeconds: 600,
  retry: { limit: 8, delaySeconds: 10, maxDelaySeconds: 3600 },
  // Also for a new place of backups, and for processes with a data folder of their own.
  cron: '41 * * * *',
  async run({ db, config }) {
    const people = await listErasedIds(db)
    if (people.length === 0) return
    const { to } = config.backup
    await addErasures(localErasures(config), people)
    if (to !== undefined) await addErasures(erasuresBeside(config, to), people)
  },
})
