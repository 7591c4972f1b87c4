import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject, shareLockProject } from '#projects/project-store.ts'
import { lockBranchOf, lockProject } from '#projects/project-state-store.ts'
import { claimMissedRescans } from '#projects/missed-rescan-store.ts'
import { setArchivedState } from '#projects/projects/change-project.ts'
import { projectView } from '#projects/projects/routes.ts'
import { rescanBranchesJob } from '#scanning/builds/rescan-branches.ts'
import { removeBranch, removeProject } from './remove-project.ts'

/**
 * Deleted and archived projects become inaccessible at once; a job deletes the rows. Restored projects are rescanned
 * if they missed a rescan.
 */
export function removalRoutes({ routes, queue }: Pick<AppContext, 'routes' | 'queue'>): void {
  const { remove, removeBranch: removeOne, restore } = contract.projects
  registerRoutes(
    routes,
    { remove, removeBranch: removeOne, restore },
    {
      remove: ({ caller: { scope }, params, query, change }) =>
        change(async (tx) => {
          const locked = (await lockProject(tx, scope, params.projectUuid)) ?? throwNotFound('project')
          checkName(query.name, locked.name)
          const before = await findProject(tx, scope, locked.uuid)
          await removeProject({ tx, queue }, scope, locked.uuid)
          return { result: {}, before }
        }),
      removeBranch: ({ caller: { scope }, params: { projectUuid, branchUuid }, query, change }) =>
        change(async (tx) => {
          if (!(await shareLockProject(tx, scope, projectUuid))) throwNotFound('project')
          const before =
            (await lockBranchOf(tx, scope, { projectUuid, uuid: branchUuid })) ?? throwNotFound('branch')
          checkName(query.name, before.name)
          await removeBranch({ tx, queue }, scope, { branchUuid, of: projectUuid })
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
