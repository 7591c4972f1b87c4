import { contract } from '@assay/contract/contract.ts'
import type { LicensePolicy } from '@assay/contract/policies.ts'
import { parseExpression, printExpression } from '@assay/engine/licenses/expression.ts'
import { licenseTemplates } from '@assay/engine/policies/license-templates.ts'
import { randomUUID } from 'node:crypto'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import type { Scope } from '../auth/scope.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { deletePolicy, findPolicy, listPolicies, type PolicyRow, putPolicy } from './store.ts'

export function policiesRoutes({ binding, db }: Parts): void {
  const find = async (scope: Scope, uuid: string) => (await findPolicy(db, scope, uuid)) ?? missing('policy')
  /** What holds for more than the caller's teams is changed by who reaches all of them. Throws 403. */
  const findOwn = async (scope: Scope, uuid: string) => {
    const policy = await find(scope, uuid)
    if (scope.teams === 'all' || policy.teamUuids?.every((each) => scope.teams.includes(each))) return policy
    throw new Problem(403, 'forbidden', 'This policy holds for other teams as well')
  }
  implement(binding, contract.policies, {
    async list({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return (await listPolicies(db, caller.scope)).map(wirePolicy)
    },
    async create({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      const uuid = randomUUID()
      const { teams } = caller.scope
      const teamUuids = teams === 'all' ? null : [...teams]
      await putPolicy(db, caller.scope, { uuid, ...body, teamUuids, licenses: readLicenses(body.licenses) })
      const after = wirePolicy(await find(caller.scope, uuid))
      record({ target: { policyUuid: uuid }, after })
      return after
    },
    async get({ caller, params }) {
      checkAccount(caller, params.accountUuid)
      return wirePolicy(await find(caller.scope, params.policyUuid))
    },
    async update({ caller, params, body, record }) {
      checkAccount(caller, params.accountUuid)
      const before = wirePolicy(await findOwn(caller.scope, params.policyUuid))
      const { createdAt: _, ...known } = before
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const wanted = { ...known, ...(given as Partial<typeof known>) }
      await putPolicy(db, caller.scope, { ...wanted, licenses: readLicenses(wanted.licenses) })
      const after = wirePolicy(await find(caller.scope, before.uuid))
      record({ before, after })
      return after
    },
    async remove({ caller, params, record }) {
      checkAccount(caller, params.accountUuid)
      const before = wirePolicy(await findOwn(caller.scope, params.policyUuid))
      await deletePolicy(db, caller.scope, before.uuid)
      record({ before })
      return {}
    },
    templates: async () => licenseTemplates.map((template) => ({ ...template })),
  })
}

/** Each in its canonical spelling, once. Throws 400 for what is no license. */
const readLicenses = (texts: string[]): string[] => [...new Set(texts.map(readLicense))]

function readLicense(text: string): string {
  const license = parseExpression(text)
  if (license?.kind !== 'license' || !(license.isKnown || text.startsWith('LicenseRef-'))) {
    throw new Problem(400, 'licenseUnknown', `${text} is neither an SPDX id nor a LicenseRef`)
  }
  return printExpression(license)
}

const wirePolicy = (row: PolicyRow): LicensePolicy => ({
  ...row,
  mode: row.mode as LicensePolicy['mode'],
  createdAt: row.createdAt.getTime(),
})
