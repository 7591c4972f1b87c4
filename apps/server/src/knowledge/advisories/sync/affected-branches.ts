import { z } from 'zod'
import type { AppContext } from '#context.ts'
import { allowLongStatements, type Database, type Tx } from '#platform/database/database.ts'
import type { JobKind } from '#platform/queue/job.ts'
import { forgetPrevious, lockIndexes } from '#knowledge/advisories/indexes/index-store.ts'
import { narrowChanges } from './narrow-changes.ts'
import {
  type ChangedPackage,
  listBranchesUsing,
  claimChangedPackages,
} from '#knowledge/advisories/clusters/package-store.ts'

const Payload = z.object({
  branches: z.array(z.object({ accountUuid: z.uuid(), branchUuid: z.uuid() })),
})

/** Branches to rescan. Processed by scanning/builds/rescan-branches.ts. */
export const affectedBranchesKind: JobKind<z.infer<typeof Payload>> = {
  name: 'rescan-branches',
  payload: Payload,
  priority: 'rescan',
}

const branchesPerJob = 1000

/** Queues rescans of the branches whose results differ with the changed advisories. Those of others cannot. */
export const sendAffectedBranches = ({ db, queue }: Pick<AppContext, 'db' | 'queue'>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await allowLongStatements(tx)
    await lockIndexes(tx)
    const changes = await claimChangedPackages(tx)
    const narrowed = await narrowChanges(
      tx,
      changes.filter(({ byAdvisories }) => byAdvisories),
    )
    await sendBranchesUsing(tx, queue, [...changes.filter(({ byAdvisories }) => !byAdvisories), ...narrowed])
    await forgetPrevious(tx)
  })

/** Queues rescans of the branches that use one of the packages. */
export async function sendBranchesUsing(
  tx: Tx,
  queue: AppContext['queue'],
  packages: readonly ChangedPackage[],
): Promise<void> {
  if (packages.length === 0) return
  await sendBranches(tx, queue, await listBranchesUsing(tx, packages))
}

export async function sendBranches(
  db: Database,
  queue: AppContext['queue'],
  branches: { accountUuid: string; branchUuid: string }[],
): Promise<void> {
  const payloads = Array.from({ length: Math.ceil(branches.length / branchesPerJob) }, (_, index) => ({
    branches: branches.slice(index * branchesPerJob, (index + 1) * branchesPerJob),
  }))
  await queue.sendAll(db, affectedBranchesKind, { payloads, priority: affectedBranchesKind.priority })
}
