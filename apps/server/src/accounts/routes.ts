import { features as knownFeatures } from '@assay/contract/features.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import type { Change } from '../audit/record-change.ts'
import { checkAccount } from '../auth/check-account.ts'
import type { Caller, Scope } from '../auth/scope.ts'
import { type Handlers, implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { findProject } from '../projects/store.ts'
import { listTeams } from '../teams/store.ts'
import { accountSummary, placeholderAccount } from './account-summary.ts'
import { readConfiguration } from './configuration.ts'
import { createAccount } from './create-account.ts'
import { operates, reachAccount } from './reach-account.ts'
import {
  type AccountChange,
  deleteAccount,
  findAccount,
  findAccountOfEmail,
  listAccounts,
  raiseRevision,
  updateAccount,
  updateConfiguration,
} from './store.ts'
import { findSupportToken, makeSupportToken } from './support-token.ts'
import { replaceThresholds } from './threshold-store.ts'

type AccountHandlers = Handlers<typeof contract.accounts>
type Reading = 'me' | 'list' | 'get' | 'configuration' | 'teams' | 'paygTokens' | 'supportToken'

export function accountsRoutes(parts: Parts): void {
  implement(parts.binding, contract.accounts, { ...reading(parts), ...changing(parts) })
}

const reading = ({ db }: Parts): Pick<AccountHandlers, Reading> => ({
  async me({ caller }) {
    return accountSummary((await findAccount(db, caller.scope)) ?? missing('account'), caller)
  },
  async list({ caller, query }) {
    const isOperator = await operates(db, caller)
    const email = /^member_email=(.*)$/.exec(query.q)?.[1]
    if (email !== undefined) {
      const found = await findAccountOfEmail(db, email)
      const isInReach = found && (isOperator || found.uuid === caller.scope.accountUuid)
      return isInReach ? [accountSummary(found, caller)] : []
    }
    const own = (await findAccount(db, caller.scope)) ?? missing('account')
    return (isOperator ? await listAccounts(db) : [own]).map((row) => accountSummary(row, caller))
  },
  async get({ caller, params }) {
    if (params.account === 'default') return placeholderAccount
    if (!caller) throw new Problem(401, 'loginRequired', 'A login is required')
    const scope = await reachAccount(db, caller, params.account)
    return accountSummary((await findAccount(db, scope)) ?? missing('account'), caller)
  },
  async configuration({ caller, params, query: { projectUuid } }) {
    checkAccount(caller, params.accountUuid)
    if (projectUuid === undefined) return readConfiguration(db, caller.scope)
    const project = (await findProject(db, caller.scope, projectUuid)) ?? missing('project')
    return readConfiguration(db, caller.scope, project.tags)
  },
  async teams({ caller, params }) {
    checkAccount(caller, params.accountUuid)
    return listTeams(db, caller.scope)
  },
  async paygTokens({ caller, params }) {
    checkAccount(caller, params.accountUuid)
    return 'unlimited'
  },
  async supportToken({ caller, params }) {
    checkAccount(caller, params.accountUuid)
    const token = await findSupportToken(db, caller)
    return { expiresAt: token?.expires_at?.getTime() ?? null }
  },
})

const changing = (parts: Parts): Omit<AccountHandlers, Reading> => {
  const { db } = parts
  return {
    create: ({ caller, body, record }) => createAccount(parts, caller, { ...body, record }),
    async update({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      return change(parts, caller, { scope: caller.scope, to: body, record })
    },
    async remove({ caller, params, query, record }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      const before = (await findAccount(db, scope)) ?? missing('account')
      if (query.check !== before.name) {
        throw new Problem(400, 'checkFailed', 'To remove an account, check must repeat its name')
      }
      if (before.is_operator) {
        throw new Problem(409, 'operatorAccount', "The operator's own account cannot be removed or closed")
      }
      await deleteAccount(db, scope)
      record({ before: accountSummary(before, caller), endsAccount: scope === caller.scope })
      return {}
    },
    async activate({ caller, params, query, record }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      const before = (await findAccount(db, scope)) ?? missing('account')
      if (before.is_operator && !query.active) {
        throw new Problem(409, 'operatorAccount', "The operator's own account cannot be removed or closed")
      }
      return change(parts, caller, { scope, to: { isActive: query.active }, record })
    },
    async setFeatures({ caller, params, query, record }) {
      checkAccount(caller, params.accountUuid)
      const names = query.names.split(',').map((name) => name.trim())
      const wanted = [...new Set(names.filter((name) => name !== '' && name !== 'members'))]
      const unknown = wanted.filter((name) => !(name in knownFeatures))
      if (unknown.length > 0) {
        throw new Problem(400, 'featureUnknown', `There is no feature of this name: ${unknown.join(', ')}`)
      }
      return change(parts, caller, { scope: caller.scope, to: { features: wanted }, record })
    },
    async setPlan({ caller, params, query, record }) {
      checkAccount(caller, params.accountUuid)
      return change(parts, caller, { scope: caller.scope, to: { plan: query.name }, record })
    },
    async makeSupportToken({ caller, params, record }) {
      checkAccount(caller, params.accountUuid)
      const made = await makeSupportToken(db, caller)
      record({ after: { expiresAt: made.expiresAt } })
      return made
    },
    async configure({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      return db.transaction().execute(async (tx) => {
        const before = await readConfiguration(tx, caller.scope)
        const { source: _, ...known } = before.minimumScores
        await updateConfiguration(tx, caller.scope, {
          ...(body.minimumScores && { minimumScores: { ...known, ...defined(body.minimumScores) } }),
          ...(body.securityScoring && { securityScoring: body.securityScoring }),
          ...(body.requiresMfa !== undefined && { requiresMfa: body.requiresMfa }),
        })
        if (body.tagThresholds) await replaceThresholds(tx, caller.scope, body.tagThresholds)
        await raiseRevision(tx, caller.scope)
        const after = await readConfiguration(tx, caller.scope)
        record({ before, after })
        return after
      })
    },
  }
}

async function change(
  { db }: Parts,
  caller: Caller,
  { scope, to, record }: { scope: Scope; to: AccountChange; record: (change: Change) => void },
) {
  const before = accountSummary((await findAccount(db, scope)) ?? missing('account'), caller)
  await updateAccount(db, scope, to)
  const after = accountSummary((await findAccount(db, scope)) ?? missing('account'), caller)
  record({ before, after })
  return after
}

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
