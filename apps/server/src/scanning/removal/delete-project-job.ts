import { z } from 'zod'
import { accountScope, type Scope } from '#auth/scope.ts'
import { deleteTokensOfProject } from '#auth/callers/token-store.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { defineJob } from '#platform/queue/job.ts'
import {
  deleteBranch,
  deleteMarkedProject,
  isMarkedDeleted,
  listBranches,
  lockBranchOf,
} from '#projects/project-state-store.ts'
import { deleteSomeBuilds } from '#scanning/builds/removal-store.ts'
import { deleteExclusionsOf } from '#scanning/exclusions/store.ts'
import { deleteAcceptedGapsOf } from '#scanning/gaps/store.ts'
import { deleteSomeResults } from '#scanning/rules/result-store.ts'
import { deleteSomeHistory } from '#scanning/scans/removal-store.ts'
import { deleteVexOf } from '#scanning/vex/store.ts'

const Payload = z.object({ accountUuid: z.uuid(), projectUuid: z.uuid() })

/** Rows of each table per transaction, so that other database work is not blocked. */
const rowsAtOnce = 5_000

/** Deletes the rows of a project marked as deleted. Other projects are not touched. */
export const deleteProjectJob = defineJob({
  name: 'delete-project',
  payload: Payload,
  priority: 'refresh',
  concurrency: 1,
  timeoutSeconds: 3_600,
  retry: { limit: 8, delaySeconds: 2, maxDelaySeconds: 600 },
  async run({ db }, { accountUuid, projectUuid }) {
    const scope = accountScope(accountUuid)
    if (!(await isMarkedDeleted(db, scope, projectUuid))) return
    for (const { uuid } of await listBranches(db, scope, projectUuid))
      await emptyBranch(db, scope, { projectUuid, uuid })
    await db.transaction().execute(async (tx) => {
      // Created by an upload that had looked up the project just before it was deleted.
      for (const { uuid } of await listBranches(tx, scope, projectUuid)) await deleteBranch(tx, scope, uuid)
      await deleteExclusionsOf(tx, scope, projectUuid)
      await deleteAcceptedGapsOf(tx, scope, projectUuid)
      await deleteVexOf(tx, scope, projectUuid)
      await deleteTokensOfProject(tx, scope, projectUuid)
      await deleteMarkedProject(tx, scope, projectUuid)
    })
  },
})

interface BranchOf {
  projectUuid: string
  uuid: string
}

async function emptyBranch(db: Database, scope: Scope, branch: BranchOf): Promise<void> {
  while ((await db.transaction().execute((tx) => deleteSome(tx, scope, branch))) > 0);
  await db.transaction().execute(async (tx) => {
    await lockBranchOf(tx, scope, branch)
    await deleteBranch(tx, scope, branch.uuid)
  })
}

/** Locks in the same order as a scan, the branch before its builds, and waits for a running scan. */
async function deleteSome(tx: Tx, scope: Scope, branch: BranchOf): Promise<number> {
  if (!(await lockBranchOf(tx, scope, branch))) return 0
  const some = { branchUuid: branch.uuid, limit: rowsAtOnce }
  const results = await deleteSomeResults(tx, scope, some)
  return results + (await deleteSomeHistory(tx, scope, some)) + (await deleteSomeBuilds(tx, scope, some))
}
