import { refuseHeld } from '#accounts/retention/refuse-held.ts'
import { deleteTokensOfProject } from '#auth/callers/token-store.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { insertDeletedProject, markDeleted, moveBranch } from '#projects/project-state-store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { moveBuilds } from '#scanning/builds/removal-store.ts'
import { moveHistory } from '#scanning/scans/removal-store.ts'
import { deleteProjectJob } from './delete-project-job.ts'

interface Remover {
  tx: Tx
  queue: AppContext['queue']
}

/** Hides a locked project; a job deletes its rows. */
export async function removeProject(
  { tx, queue }: Remover,
  scope: Scope,
  projectUuid: string,
): Promise<void> {
  await refuseHeld(tx, scope, [projectUuid])
  await markDeleted(tx, scope, [projectUuid])
  await deleteTokensOfProject(tx, scope, projectUuid)
  await queue.send(tx, deleteProjectJob, { accountUuid: scope.accountUuid, projectUuid })
  await incrementRevision(tx, scope)
}

/** Moves a locked branch with its history to a hidden project, which a job deletes. */
export async function removeBranch(
  { tx, queue }: Remover,
  scope: Scope,
  { branchUuid, of }: { branchUuid: string; of: string },
): Promise<void> {
  await refuseHeld(tx, scope, [of])
  const projectUuid = await insertDeletedProject(tx, scope)
  await moveBranch(tx, scope, { uuid: branchUuid, projectUuid })
  await moveBuilds(tx, scope, { branchUuid, projectUuid })
  await moveHistory(tx, scope, { branchUuid, projectUuid })
  await queue.send(tx, deleteProjectJob, { accountUuid: scope.accountUuid, projectUuid })
  await incrementRevision(tx, scope)
}
