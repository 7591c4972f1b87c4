import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { checkAccount } from '#auth/check-account.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { ensureProject } from './ensure-project.ts'
import { countProjects, findProject, projectPages } from '#projects/project-store.ts'

export function projectsRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.projects, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return streamItems(projectPages(db, caller.scope), (row) => row)
    },
    async count({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return { count: await countProjects(db, caller.scope) }
    },
    async get({ caller, params }) {
      return (await findProject(db, caller.scope, params.projectUuid)) ?? throwNotFound('project')
    },
    create: ({ caller, body, change }) =>
      change(async (tx) => {
        const { uuid } = await ensureProject(tx, caller.scope, body)
        const after = (await findProject(tx, caller.scope, uuid)) ?? throwNotFound('project')
        return { result: after, target: { projectUuid: uuid }, after }
      }),
  })
}
