import { isDeepStrictEqual } from 'node:util'
import { features as knownFeatures } from '@assay/contract/features.ts'
import { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { AppContext } from '#context.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { refuseHeld } from '#accounts/retention/refuse-held.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { requestEvaluation } from '#projects/policies/request-evaluation.ts'
import { setMinimums } from '#projects/policies/store.ts'
import { findProject } from '#projects/project-store.ts'
import { lockAccount, lockAccountForRemoval } from '#accounts/account-lock-store.ts'
import { findProperty } from '#accounts/properties/store.ts'
import { teamPages } from '#accounts/teams/store.ts'
import { accountSummary, placeholderAccount } from './account-summary.ts'
import { readConfiguration } from './configuration.ts'
import { createAccount } from './create-account.ts'
import { operates, reachAccount } from './reach-account.ts'
import {
  type AccountChange,
  accountPages,
  type ConfigurationChange,
  deleteAccount,
  findAccount,
  findAccountOfEmail,
  updateAccount,
  updateConfiguration,
  readSetup,
} from './store.ts'
import { findSupportToken, makeSupportToken } from './support-token.ts'
import { replaceThresholds } from './thresholds.ts'

type AccountHandlers = Handlers<typeof contract.accounts>
type Reading = 'me' | 'setup' | 'list' | 'get' | 'configuration' | 'teams' | 'paygTokens' | 'supportToken'

export function accountsRoutes(context: AppContext): void {
  registerRoutes(context.routes, contract.accounts, { ...reading(context), ...changing(context) })
}

const reading = ({ db, vault }: AppContext): Pick<AccountHandlers, Reading> => ({
  async me({ caller }) {
    return accountSummary((await findAccount(db, caller.scope)) ?? throwNotFound('account'), caller)
  },
  async list({ caller, query }) {
    const isOperator = await operates(db, caller)
    const email = /^member_email=(.*)$/.exec(query.q)?.[1]
    if (email !== undefined) {
      const found = await findAccountOfEmail(db, email)
      const isInScope = found && (isOperator || found.uuid === caller.scope.accountUuid)
      return isInScope ? [accountSummary(found, caller)] : []
    }
    const own = (await findAccount(db, caller.scope)) ?? throwNotFound('account')
    if (!isOperator) return [accountSummary(own, caller)]
    return streamItems(accountPages(db), (row) => accountSummary(row, caller))
  },
  async get({ caller, params }) {
    if (['default', placeholderAccount.uuid].includes(params.account)) return placeholderAccount
    if (!caller) throw new Problem(401, 'loginRequired', 'Login required')
    const scope = await reachAccount(db, caller, params.account)
    return accountSummary((await findAccount(db, scope)) ?? throwNotFound('account'), caller)
  },
  setup: ({ caller }) => readSetup(db, caller.scope),
  async configuration({ caller, query: { projectUuid } }) {
    const { scope } = caller
    const project =
      projectUuid === undefined
        ? undefined
        : ((await findProject(db, scope, projectUuid)) ?? throwNotFound('project'))
    const logo = await findProperty(db, scope, { ownerUuid: scope.accountUuid, name: 'logo' })
    return { ...(await readConfiguration(db, scope, project)), hasLogo: (logo ?? null) !== null }
  },
  teams: async ({ caller }) => streamItems(teamPages(db, caller.scope), (team) => team),
  paygTokens: async () => 'unlimited',
  supportToken: async ({ caller }) => findSupportToken({ db, vault }, caller),
})

const changing = (context: AppContext): Omit<AccountHandlers, Reading> => {
  const { db } = context
  return {
    create: ({ caller, body, change }) => createAccount(context, caller, { ...body, change }),
    async update({ caller, params, body, change }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      return change((tx) => updated(tx, caller, { scope, to: body }))
    },
    async remove({ caller, params, query, change }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      return change((tx) => removed(tx, caller, { scope, check: query.check }), { removesAccount: true })
    },
    async activate({ caller, params, query, change }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      return change(async (tx) => {
        const before = (await findAccount(tx, scope)) ?? throwNotFound('account')
        if (before.is_operator && !query.active) throw operatorAccount()
        return updated(tx, caller, { scope, to: { isActive: query.active } })
      })
    },
    async setFeatures({ caller, params, query, change }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      const names = query.names.split(',').map((name) => name.trim())
      const requested = [...new Set(names.filter((name) => name !== '' && name !== 'members'))]
      const unknown = requested.filter((name) => !Object.hasOwn(knownFeatures, name))
      if (unknown.length > 0) {
        throw new Problem(400, 'featureUnknown', `Unknown feature: ${unknown.join(', ')}`)
      }
      return change((tx) => updated(tx, caller, { scope, to: { features: requested } }))
    },
    async setPlan({ caller, params, query, change }) {
      const scope = await reachAccount(db, caller, params.accountUuid)
      return change((tx) => updated(tx, caller, { scope, to: { plan: query.name } }))
    },
    makeSupportToken: ({ caller, change }) =>
      change(async (tx) => {
        const made = await makeSupportToken(context, tx, caller)
        return { result: made, after: { expiresAt: made.expiresAt } }
      }),
    configure: ({ caller, body, change }) =>
      change(async (tx) => {
        // Omitted fields are written back as read.
        await lockAccount(tx, caller.scope)
        const before = await readConfiguration(tx, caller.scope)
        const { source: _, ...known } = before.minimumScores
        await updateConfiguration(tx, caller.scope, columnsOf(body, before))
        if (body.minimumScores)
          await setMinimums(tx, caller.scope, { minimums: { ...known, ...defined(body.minimumScores) } })
        if (body.tagThresholds) await replaceThresholds(tx, caller.scope, body.tagThresholds)
        await incrementRevision(tx, caller.scope)
        const after = await readConfiguration(tx, caller.scope)
        if (asksRules.some((name) => !isDeepStrictEqual(before[name], after[name])))
          await requestEvaluation(tx, caller.scope, {
            needsScan: before.repositoryMayLoosen !== after.repositoryMayLoosen,
          })
        return { result: after, before, after }
      }),
  }
}

/** What rules are evaluated with. Other settings change what a scan finds, and apply from the next one. */
const asksRules = [
  'minimumScores',
  'tagThresholds',
  'fixTargets',
  'exploitedFixDays',
  'repositoryMayLoosen',
] as const

type Body = ParsedInput<typeof contract.accounts.configure>['body']

const columnsOf = (body: Body, stored: { fixTargets: object }): ConfigurationChange => ({
  ...(body.fixTargets && { fixTargets: { ...stored.fixTargets, ...defined(body.fixTargets) } }),
  ...(body.securityScoring && { securityScoring: body.securityScoring }),
  ...(body.coolDownDays !== undefined && { coolDownDays: body.coolDownDays }),
  ...(body.vexEffect && { vexEffect: body.vexEffect }),
  ...(body.coverageStrictness && { coverageStrictness: body.coverageStrictness }),
  ...(body.exploitedFixDays !== undefined && { exploitedFixDays: body.exploitedFixDays }),
  ...(body.requiresApproval !== undefined && { requiresApproval: body.requiresApproval }),
  ...(body.repositoryMayLoosen !== undefined && { repositoryMayLoosen: body.repositoryMayLoosen }),
  ...(body.requiresMfa !== undefined && { requiresMfa: body.requiresMfa }),
})

async function updated(tx: Tx, caller: Caller, { scope, to }: { scope: Scope; to: AccountChange }) {
  const before = accountSummary((await findAccount(tx, scope)) ?? throwNotFound('account'), caller)
  await updateAccount(tx, scope, to)
  const after = accountSummary((await findAccount(tx, scope)) ?? throwNotFound('account'), caller)
  return { result: after, before, after }
}

async function removed(tx: Tx, caller: Caller, { scope, check }: { scope: Scope; check: string }) {
  await lockAccountForRemoval(tx, scope)
  const before = (await findAccount(tx, scope)) ?? throwNotFound('account')
  if (check !== before.name) {
    throw new Problem(400, 'checkFailed', 'To delete the account, pass its name as check')
  }
  if (before.is_operator) throw operatorAccount()
  await refuseHeld(tx, scope, null)
  await deleteAccount(tx, scope)
  return { result: {}, before: accountSummary(before, caller), endsAccount: scope === caller.scope }
}

const operatorAccount = () =>
  new Problem(409, 'operatorAccount', "The operator's own account cannot be removed or closed")

const defined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
