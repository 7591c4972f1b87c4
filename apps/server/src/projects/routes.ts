import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { ensureProject } from './ensure-project.ts'
import { countProjects, findProject, listProjects } from './store.ts'

export function projectsRoutes({ binding, db }: Parts): void {
  implement(binding, contract.projects, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return listProjects(db, caller.scope)
    },
    async count({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return { count: await countProjects(db, caller.scope) }
    },
    async get({ caller, params }) {
      return (await findProject(db, caller.scope, params.projectUuid)) ?? missing('project')
    },
    async create({ caller, body, record }) {
      const { uuid } = await db.transaction().execute((tx) => ensureProject(tx, caller.scope, body))
      const after = (await findProject(db, caller.scope, uuid)) ?? missing('project')
      record({ target: { projectUuid: uuid }, after })
      return after
    },
  })
}
