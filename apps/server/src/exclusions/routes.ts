import { randomUUID } from 'node:crypto'
import { contract } from '@assay/contract/contract.ts'
import { raiseRevision } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findProject } from '../projects/store.ts'
import { endExclusion, insertExclusion, listExclusions } from './store.ts'
import { targetOf, wireExclusion } from './wire-exclusion.ts'

export function exclusionsRoutes({ binding, db }: Pick<Parts, 'binding' | 'db'>): void {
  implement(binding, contract.exclusions, {
    async list({ caller, params, query }) {
      checkAccount(caller, params.accountUuid)
      return (await listExclusions(db, caller.scope, query.domain)).map(wireExclusion)
    },
    async create({ caller, params, query: { domain }, body, record }) {
      checkAccount(caller, params.accountUuid)
      const { reason, description, expiresAt } = body
      if (expiresAt !== null && expiresAt <= Date.now())
        throw new Problem(400, 'invalidInput', 'The end lies in the past')
      const target = targetOf(body)
      return db.transaction().execute(async (tx) => {
        const project =
          body.projectUuid && ((await findProject(tx, caller.scope, body.projectUuid)) ?? missing('project'))
        const row = await insertExclusion(tx, caller.scope, {
          uuid: randomUUID(),
          domain,
          target,
          reason,
          description,
          projectUuid: project ? project.uuid : null,
          createdBy: caller.memberUuid,
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
        })
        await raiseRevision(tx, caller.scope)
        const after = wireExclusion(row)
        record({ target: { exclusionUuid: after.id }, after })
        return after
      })
    },
    async remove({ caller, params, query: { id, domain }, record }) {
      checkAccount(caller, params.accountUuid)
      await db.transaction().execute(async (tx) => {
        const before = (await endExclusion(tx, caller.scope, { uuid: id, domain })) ?? missing('exclusion')
        record({ target: { exclusionUuid: id }, before: wireExclusion(before) })
        await raiseRevision(tx, caller.scope)
      })
      return {}
    },
  })
}
