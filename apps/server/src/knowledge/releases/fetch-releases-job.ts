import type { AppContext } from '#context.ts'
import { sendBranchesUsing } from '#knowledge/advisories/sync/affected-branches.ts'
import { allowLongStatements } from '#platform/database/database.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { claimRescans } from './due-store.ts'
import { fetchReleases } from './fetch-releases.ts'

const timeoutSeconds = 600
/** A started batch is finished. */
const budgetMs = 240_000
const packagesAtOnce = 2000

/** Reads releases that are due, then queues rescans of the affected branches. */
export const fetchReleasesJob = defineSchedule({
  name: 'fetch-releases',
  timeoutSeconds,
  // No retry: the schedule runs the job again.
  retry: { limit: 1, delaySeconds: 30, maxDelaySeconds: 30 },
  cron: '*/10 * * * *',
  async run(context, _payload, { stopping }) {
    if (!context.config.releases) return
    const hasMore = await fetchReleases(context, { budgetMs, stopping })
    await sendRescans(context)
    if (hasMore) await context.queue.send(context.db, fetchReleasesJob, {})
  },
})

/** Claims packages and queues rescans in one transaction, so that a crash loses neither. */
export async function sendRescans({ db, queue }: Pick<AppContext, 'db' | 'queue'>): Promise<void> {
  const sendSome = () =>
    db.transaction().execute(async (tx) => {
      await allowLongStatements(tx)
      const packages = await claimRescans(tx, packagesAtOnce)
      await sendBranchesUsing(tx, queue, packages)
      return packages.length
    })
  while ((await sendSome()) === packagesAtOnce);
}
