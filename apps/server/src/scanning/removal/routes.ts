import { contract } from '@assay/contract/contract.ts'
import { deleteTokensOfProject } from '#auth/callers/token-store.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject, shareLockProject } from '#projects/project-store.ts'
import {
  insertDeletedProject,
  lockBranchOf,
  lockProject,
  markDeleted,
  moveBranch,
} from '#projects/project-state-store.ts'
import { claimMissedRescans } from '#projects/missed-rescan-store.ts'
import { setArchivedState } from '#projects/projects/change-project.ts'
import { projectView } from '#projects/projects/routes.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { rescanBranchesJob } from '#scanning/builds/rescan-branches.ts'
import { moveBuilds } from '#scanning/builds/removal-store.ts'
import { moveHistory } from '#scanning/scans/removal-store.ts'
import { deleteProjectJob } from './delete-project-job.ts'

/**
 * Deleted and archived projects become inaccessible at once; a job deletes the rows. Restored projects are rescanned
 * if they missed a rescan.
 */
export function removalRoutes({ routes, queue }: Pick<AppContext, 'routes' | 'queue'>): void {
  const { remove, removeBranch, restore } = contract.projects
  registerRoutes(
    routes,
    { remove, removeBranch, restore },
    {
      remove: ({ caller: { scope }, params, query, change }) =>
        change(async (tx) => {
          const locked = (await lockProject(tx, scope, params.projectUuid)) ?? throwNotFound('project')
          checkName(query.name, locked.name)
          const before = await findProject(tx, scope, locked.uuid)
          await markDeleted(tx, scope, [locked.uuid])
          await deleteTokensOfProject(tx, scope, locked.uuid)
          await queue.send(tx, deleteProjectJob, { accountUuid: scope.accountUuid, projectUuid: locked.uuid })
          await incrementRevision(tx, scope)
          return { result: {}, before }
        }),
      removeBranch: ({ caller: { scope }, params: { projectUuid, branchUuid }, query, change }) =>
        change(async (tx) => {
          if (!(await shareLockProject(tx, scope, projectUuid))) throwNotFound('project')
          const before =
            (await lockBranchOf(tx, scope, { projectUuid, uuid: branchUuid })) ?? throwNotFound('branch')
          checkName(query.name, before.name)
          const deletedProjectUuid = await insertDeletedProject(tx, scope)
          await moveBranch(tx, scope, { uuid: branchUuid, projectUuid: deletedProjectUuid })
          await moveBuilds(tx, scope, { branchUuid, projectUuid: deletedProjectUuid })
          await moveHistory(tx, scope, { branchUuid, projectUuid: deletedProjectUuid })
          await queue.send(tx, deleteProjectJob, {
            accountUuid: scope.accountUuid,
            projectUuid: deletedProjectUuid,
          })
          await incrementRevision(tx, scope)
          return { result: {}, before }
        }),
      restore: ({ caller: { scope }, params: { projectUuid: uuid }, change }) =>
        change(async (tx) => {
          const { before, after } = await setArchivedState(tx, scope, { uuid, isArchived: false })
          const branches = await claimMissedRescans(tx, scope, uuid)
          if (branches.length > 0) await queue.send(tx, rescanBranchesJob, { branches })
          return { result: projectView(after), before: projectView(before), after: projectView(after) }
        }),
    },
  )
}

function checkName(typed: string, name: string): void {
  if (typed !== name.trim())
    throw new Problem(400, 'checkFailed', 'To confirm the deletion, pass the name of what is to be deleted')
}
