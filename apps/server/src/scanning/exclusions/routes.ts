import { randomUUID } from 'node:crypto'
import { contract } from '@assay/contract/contract.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import type { AppContext } from '#context.ts'
import { checkAccount } from '#auth/check-account.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { endExclusion, exclusionPages, insertExclusion } from './store.ts'
import { targetOf, wireExclusion } from './wire-exclusion.ts'

export function exclusionsRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  registerRoutes(routes, contract.exclusions, {
    async list({ caller, params, query }) {
      checkAccount(caller, params.accountUuid)
      return streamItems(exclusionPages(db, caller.scope, query.domain), wireExclusion)
    },
    async create({ caller, params, query: { domain }, body, change }) {
      checkAccount(caller, params.accountUuid)
      const { reason, description, expiresAt } = body
      if (expiresAt !== null && expiresAt <= Date.now())
        throw new Problem(400, 'invalidInput', 'The end date is in the past')
      const target = targetOf(body)
      return change(async (tx) => {
        const project =
          body.projectUuid &&
          ((await findProject(tx, caller.scope, body.projectUuid)) ?? throwNotFound('project'))
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
        await incrementRevision(tx, caller.scope)
        const after = wireExclusion(row)
        return { result: after, target: { exclusionUuid: after.id }, after }
      })
    },
    async remove({ caller, params, query: { id, domain }, change }) {
      checkAccount(caller, params.accountUuid)
      return change(async (tx) => {
        const before =
          (await endExclusion(tx, caller.scope, { uuid: id, domain })) ?? throwNotFound('exclusion')
        await incrementRevision(tx, caller.scope)
        return { result: {}, target: { exclusionUuid: id }, before: wireExclusion(before) }
      })
    },
  })
}
