import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { accountSummary } from './account-summary.ts'
import { configurationOf } from './configuration.ts'
import { listTeams } from '../teams/store.ts'
import { findAccount, raiseRevision, updateConfiguration } from './store.ts'

export function accountsRoutes({ binding, db }: Parts): void {
  implement(binding, contract.accounts, {
    async me({ caller }) {
      return accountSummary((await findAccount(db, caller.scope)) ?? missing('account'), caller)
    },
    async configuration({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return configurationOf((await findAccount(db, caller.scope)) ?? missing('account'))
    },
    async configure({ caller, params, body }) {
      checkAccount(caller, params.accountUuid)
      return db.transaction().execute(async (tx) => {
        const account = (await findAccount(tx, caller.scope)) ?? missing('account')
        const { source: _, ...known } = configurationOf(account).minimumScores
        await updateConfiguration(tx, caller.scope, {
          ...(body.minimumScores && { minimumScores: { ...known, ...defined(body.minimumScores) } }),
          ...(body.securityScoring && { securityScoring: body.securityScoring }),
          ...(body.requiresMfa !== undefined && { requiresMfa: body.requiresMfa }),
        })
        await raiseRevision(tx, caller.scope)
        return configurationOf((await findAccount(tx, caller.scope)) ?? missing('account'))
      })
    },
    async teams({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return listTeams(db, caller.scope)
    },
  })
}

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
