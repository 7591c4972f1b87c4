import type { AppContext } from '#context.ts'
import { affectedBranchesKind } from '#knowledge/advisories/sync/affected-branches.ts'
import { defineJob } from '#platform/queue/job.ts'
import { recordMissedRescans } from '#projects/missed-rescan-store.ts'
import { scanBuildKind } from './scan-build-kind.ts'
import { insertRescans } from './store.ts'

/** Branches per transaction, two rows each. */
const branchesAtOnce = 1000

/** Queues background rescans across accounts. Returns the number newly queued. */
export async function rescanBranches(
  { db, queue }: Pick<AppContext, 'db' | 'queue'>,
  branches: readonly { accountUuid: string; branchUuid: string }[],
): Promise<number> {
  let count = 0
  for (let start = 0; start < branches.length; start += branchesAtOnce) {
    const some = branches.slice(start, start + branchesAtOnce)
    count += await db.transaction().execute(async (tx) => {
      await recordMissedRescans(tx, some)
      const payloads = await insertRescans(tx, some)
      await queue.sendAll(tx, scanBuildKind, { payloads, priority: 'rescan' })
      return payloads.length
    })
  }
  return count
}

/** Handles rescans requested by an advisory sync. */
export const rescanBranchesJob = defineJob({
  ...affectedBranchesKind,
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  async run(context, { branches }) {
    await rescanBranches(context, branches)
  },
})
