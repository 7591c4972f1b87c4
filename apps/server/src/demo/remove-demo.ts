import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { refuseHeld } from '#accounts/retention/refuse-held.ts'
import { deleteEmptyTeams } from '#accounts/teams/store.ts'
import type { Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { lockSamples, markDeleted } from '#projects/project-state-store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { deleteDescribed } from '#scanning/exclusions/store.ts'
import { deleteProjectJob } from '#scanning/removal/delete-project-job.ts'
import { demoExclusions } from './demo-exclusions.ts'
import { demoTeamDescription } from './load-demo.ts'
import { readProgress, writeProgress } from './progress.ts'

/**
 * Deletes the demo's projects, its exclusions, and the teams it created that have no members. Returns the number of
 * projects. The demo can be loaded again. Throws Problem 409 while it is being loaded.
 */
export async function removeDemo(
  { tx, queue }: { tx: Tx; queue: AppContext['queue'] },
  scope: Scope,
): Promise<number> {
  if ((await readProgress(tx, scope)).state === 'loading')
    throw new Problem(
      409,
      'demoLoading',
      'The demo data is still being loaded. Try again when it is complete',
    )
  // Teams are locked before projects.
  await deleteEmptyTeams(tx, scope, demoTeamDescription)
  const { accountUuid } = scope
  const uuids = await lockSamples(tx, scope)
  await refuseHeld(tx, scope, uuids)
  if (uuids.length > 0) await markDeleted(tx, scope, uuids)
  const payloads = uuids.map((projectUuid) => ({ accountUuid, projectUuid }))
  await queue.sendAll(tx, deleteProjectJob, { payloads, priority: 'refresh' })
  await deleteDescribed(
    tx,
    scope,
    demoExclusions.map(({ description }) => description),
  )
  await writeProgress(tx, scope, { state: 'none', done: 0, all: 0 })
  await incrementRevision(tx, scope)
  return uuids.length
}
