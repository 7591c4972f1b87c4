import { contract } from '@assay/contract/contract.ts'
import type { Project } from '@assay/contract/projects.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { changeProject, setArchivedState } from './change-project.ts'
import { ensureProject } from './ensure-project.ts'
import { pageProjects } from './page-projects.ts'
import {
  countProjects,
  findProject,
  findProjectByUrl,
  projectPages,
  type ProjectRow,
} from '#projects/project-store.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import { listBranches } from '#projects/project-state-store.ts'

export function projectsRoutes({ routes, db }: AppContext): void {
  const { remove: _remove, removeBranch: _removeBranch, restore: _restore, ...own } = contract.projects
  registerRoutes(routes, own, {
    list: async ({ caller }) => streamItems(projectPages(db, caller.scope), projectView),
    page: async ({ caller, query }) => pageProjects(db, caller.scope, query),
    count: async ({ caller }) => ({ count: await countProjects(db, caller.scope) }),
    async get({ caller, params }) {
      return projectView(
        (await findProject(db, caller.scope, params.projectUuid)) ?? throwNotFound('project'),
      )
    },
    async branches({ caller: { scope }, params }) {
      const { uuid } = (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const branches = await listBranches(db, scope, uuid)
      return branches.map(({ score, covered, lastScannedAt, ...branch }) => ({
        ...branch,
        lastScannedAt: lastScannedAt?.getTime() ?? null,
        latest: covered && { score: score!, ...wireCovered(covered) },
      }))
    },
    async ofRepository({ caller, params: { owner, repo } }) {
      const found = await findProjectByUrl(db, caller.scope, `https://github.com/${owner}/${repo}`)
      return projectView(
        (found && (await findProject(db, caller.scope, found.uuid))) ?? throwNotFound('project'),
      )
    },
    create: ({ caller, body, change }) =>
      change(async (tx) => {
        const { uuid } = await ensureProject(tx, caller.scope, body)
        const after = projectView((await findProject(tx, caller.scope, uuid)) ?? throwNotFound('project'))
        return { result: after, target: { projectUuid: uuid }, after }
      }),
    update: ({ caller: { scope }, params, body, change }) =>
      change(async (tx) => {
        const { before, after } = await changeProject(tx, scope, { uuid: params.projectUuid, ...body })
        return { result: projectView(after), before: projectView(before), after: projectView(after) }
      }),
    archive: ({ caller: { scope }, params, change }) =>
      change(async (tx) => {
        const { before, after } = await setArchivedState(tx, scope, {
          uuid: params.projectUuid,
          isArchived: true,
        })
        return { result: projectView(after), before: projectView(before), after: projectView(after) }
      }),
  })
}

export const projectView = ({ archivedAt, groupSettings: _settings, ...row }: ProjectRow): Project => ({
  ...row,
  archivedAt: archivedAt?.getTime() ?? null,
})
