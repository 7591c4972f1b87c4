import { z } from 'zod'
import { defineConsumer } from '#platform/outbox/consumer.ts'
import { defineJob, defineSchedule } from '#platform/queue/job.ts'
import { fetchReleasesJob } from './fetch-releases-job.ts'
import { deleteMisplaced, deleteUnused, listAccounts, recordUse } from './tracked-packages-store.ts'
import { openSources } from './sources.ts'

/** Schedules release checks for the packages that a branch uses. */
export const recordUseJob = defineJob({
  name: 'record-packages-in-use',
  payload: z.object({ accountUuid: z.uuid(), branchUuid: z.uuid() }),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 120,
  retry: { limit: 5, delaySeconds: 5, maxDelaySeconds: 300 },
  async run({ db, config, queue }, { accountUuid, branchUuid }) {
    if (!config.releases) return
    const ecosystems = [...openSources(config.releases).keys()]
    if (await recordUse(db, { accountUuid, branchUuid, ecosystems }))
      await queue.send(db, fetchReleasesJob, {})
  },
})

/** Runs daily over all packages in use. Packages no longer in use are not refreshed and finally deleted. */
export const recordAllUseJob = defineSchedule({
  name: 'record-all-packages-in-use',
  timeoutSeconds: 3600,
  retry: { limit: 2, delaySeconds: 60, maxDelaySeconds: 600 },
  cron: '41 1 * * *',
  async run({ db, config }) {
    if (!config.releases) return
    const ecosystems = [...openSources(config.releases).keys()]
    for (const accountUuid of await listAccounts(db)) {
      await deleteMisplaced(db, accountUuid)
      await recordUse(db, { accountUuid, branchUuid: null, ecosystems })
    }
    await deleteUnused(db)
  },
})

/** A rescan has the same packages as the previous scan. */
export const packagesOfScans = defineConsumer({
  name: 'packages-of-scans',
  types: ['scan.recorded'],
  async handle(tx, { config, queue }, { uuid, accountUuid, payload: { branchUuid, isRescan } }) {
    if (!config.releases || accountUuid === null || isRescan) return
    await queue.send(tx, recordUseJob, { accountUuid, branchUuid }, uuid)
  },
})
