import { z } from 'zod'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { defineJob } from '#platform/queue/job.ts'
import { fetchReleasesJob } from './fetch-releases-job.ts'
import { deleteMisplaced, listBranchesWith, recordUse } from './tracked-packages-store.ts'
import { openSources } from './sources.ts'

/**
 * After a registry of an account was added, changed or removed: packages in use move to the source that now applies, and
 * branches that use them are rescanned.
 */
export const applyRegistryJob = defineJob({
  name: 'apply-package-registry',
  payload: z.object({
    accountUuid: z.uuid(),
    ecosystem: z.string(),
    /** Of the packages concerned, before and after. */
    prefixes: z.array(z.string()),
  }),
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 5, maxDelaySeconds: 300 },
  async run({ db, config, queue }, { accountUuid, ecosystem, prefixes }) {
    await deleteMisplaced(db, accountUuid)
    const ecosystems = [...openSources(config.releases).keys()]
    if (config.releases && (await recordUse(db, { accountUuid, branchUuid: null, ecosystems })))
      await queue.send(db, fetchReleasesJob, {})
    await sendBranches(db, queue, await listBranchesWith(db, accountUuid, { ecosystem, prefixes }))
  },
})
