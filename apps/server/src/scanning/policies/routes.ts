import { contract } from '@assay/contract/contract.ts'
import type { LicensePolicy } from '@assay/contract/policies.ts'
import { parseExpression, printExpression } from '@assay/engine/licenses/expression.ts'
import { licenseTemplates } from '@assay/engine/policies/license-templates.ts'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '#context.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { deletePolicy, upsertLicenses } from '#projects/policies/store.ts'
import { findRule, lockRule, ownTeams, policyPages, type RuleRow } from '#scanning/rules/store.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

export function policiesRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.policies, {
    list: async ({ caller }) => streamItems(policyPages(db, caller.scope), wirePolicy),
    create({ caller, body, change }) {
      const { scope } = caller
      const uuid = randomUUID()
      const licenses = readLicenses(body.licenses)
      return change(async (tx) => {
        await upsertLicenses(tx, scope, { uuid, ...rowOf(body), teamUuids: ownTeams(scope), licenses })
        await checkLimit(tx, scope, 'policies')
        const after = wirePolicy(await find(tx, scope, uuid))
        return { result: after, target: { policyUuid: uuid }, after }
      })
    },
    get: async ({ caller, params }) => wirePolicy(await find(db, caller.scope, params.policyUuid)),
    update: ({ caller, params, body, change }) =>
      change(async (tx) => {
        const before = wirePolicy(
          await findOwn(tx, caller.scope, { uuid: params.policyUuid, permission: 'policies.edit' }),
        )
        const { createdAt: _, ...known } = before
        const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        const updated = { ...known, ...(changes as Partial<typeof known>) }
        const { uuid, teamUuids } = before
        const licenses = readLicenses(updated.licenses)
        await upsertLicenses(tx, caller.scope, { uuid, ...rowOf(updated), teamUuids, licenses })
        const after = wirePolicy(await find(tx, caller.scope, before.uuid))
        return { result: after, before, after }
      }),
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const before = wirePolicy(
          await findOwn(tx, caller.scope, { uuid: params.policyUuid, permission: 'policies.delete' }),
        )
        if (!(await deletePolicy(tx, caller.scope, before.uuid))) throwNotFound('policy')
        return { result: {}, before }
      }),
    templates: async () => licenseTemplates.map((template) => ({ ...template })),
  })
}

async function find(db: Database, scope: Scope, uuid: string): Promise<RuleRow> {
  const row = await findRule(db, scope, uuid)
  return row?.kind === 'licenses' ? row : throwNotFound('policy')
}

const rowOf = ({
  active,
  mode: licenseMode,
  ...content
}: Omit<LicensePolicy, 'uuid' | 'teamUuids' | 'createdAt'>) => ({
  ...content,
  licenseMode,
  mode: active ? 'on' : 'off',
})

interface PolicyQuery {
  uuid: string
  permission: 'policies.edit' | 'policies.delete'
}

/** Policies that apply beyond the caller's teams require account-wide access. Throws 403. */
async function findOwn(tx: Tx, scope: Scope, { uuid, permission }: PolicyQuery): Promise<RuleRow> {
  const policy = await lockRule(tx, scope, uuid)
  if (policy?.kind !== 'licenses') throwNotFound('policy')
  if (scope.teams === 'all' || policy.teamUuids?.every((each) => scope.teams.includes(each))) return policy
  const scopeText = policy.teamUuids === null ? 'the whole account' : 'all of them'
  throw forbidden('Changing a policy of other teams', `the permission '${permission}' in ${scopeText}`)
}

/** The distinct licenses in canonical spelling. Throws 400 for an unknown license. */
const readLicenses = (texts: string[]): string[] => [...new Set(texts.map(readLicense))]

function readLicense(text: string): string {
  const license = parseExpression(text)
  if (license?.kind !== 'license' || !(license.isKnown || text.startsWith('LicenseRef-'))) {
    throw new Problem(400, 'licenseUnknown', `${text} is neither an SPDX id nor a LicenseRef`)
  }
  return printExpression(license)
}

const wirePolicy = (row: RuleRow): LicensePolicy => ({
  uuid: row.uuid,
  name: row.name,
  mode: row.licenseMode as LicensePolicy['mode'],
  licenses: row.licenses,
  pattern: row.pattern,
  tags: row.tags,
  active: row.mode !== 'off',
  denyUnknown: row.denyUnknown,
  teamUuids: row.teamUuids,
  createdAt: row.createdAt.getTime(),
})
