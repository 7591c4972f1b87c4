import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { readQuotas, readUse, saveQuotas } from '#platform/limits/quota-store.ts'
import { checkOperates, reachAccount } from '#accounts/account/reach-account.ts'

export function quotasRoutes({ routes, db }: Pick<AppContext, 'routes' | 'db'>): void {
  registerRoutes(routes, contract.quotas, {
    async get({ caller, params }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      return { allowed: await readQuotas(db, scope), used: await readUse(db, scope) }
    },
    async save({ caller, params, body, change }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      await checkOperates(db, caller)
      return change(async (tx) => {
        const before = await readQuotas(tx, scope)
        await saveQuotas(tx, scope, body)
        return { result: body, before, after: body }
      })
    },
  })
}
