import { contract } from '@assay/contract/contract.ts'
import type { CopyrightOverride, LicenseOverride } from '@assay/contract/overrides.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Tx } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { readPackage } from './read-package.ts'
import { rescanOverriddenJob } from './rescan-overridden.ts'
import { deleteOverride, lockOverride, overridePages, type OverrideRow, upsertOverride } from './store.ts'
import { readDeclared } from '@assay/engine/licenses/declared.ts'
import { licensesOf, printExpression } from '@assay/engine/licenses/expression.ts'
import { evaluateLicenses } from '@assay/engine/licenses/verdict.ts'
import { wireLicense } from './wire-license.ts'

export function overridesRoutes({ routes, db, queue }: AppContext): void {
  const sendRescan = (tx: Tx, { account_uuid, ecosystem, package_name, version }: OverrideRow) =>
    queue.sendAll(tx, rescanOverriddenJob, {
      payloads: [{ accountUuid: account_uuid, ecosystem, packageName: package_name, version }],
      priority: 'rescan',
    })
  registerRoutes(routes, contract.overrides, {
    licenses: async ({ caller }) =>
      streamItems(overridePages(db, caller.scope, 'license'), wireLicenseOverride),
    copyrights: async ({ caller }) =>
      streamItems(overridePages(db, caller.scope, 'copyright'), wireCopyrightOverride),
    setLicense({ caller, params, body, change }) {
      const of = { ...readPackage(params), kind: 'license' } as const
      const content = readLicense(body.license)
      return change(async (tx) => {
        const before = await lockOverride(tx, caller.scope, of)
        const row = await upsertOverride(tx, caller.scope, { ...of, content, createdBy: caller.memberUuid })
        await sendRescan(tx, row)
        const after = wireLicenseOverride(row)
        return { result: after, ...(before && { before: wireLicenseOverride(before) }), after }
      })
    },
    removeLicense({ caller, params, change }) {
      const of = { ...readPackage(params), kind: 'license' } as const
      return change(async (tx) => {
        const row = (await deleteOverride(tx, caller.scope, of)) ?? throwNotFound('license override')
        await sendRescan(tx, row)
        return { result: {}, before: wireLicenseOverride(row) }
      })
    },
    setCopyright({ caller, params, body, change }) {
      const of = { ...readPackage(params), kind: 'copyright' } as const
      return change(async (tx) => {
        const before = await lockOverride(tx, caller.scope, of)
        const override = { ...of, content: body.text, createdBy: caller.memberUuid }
        const after = wireCopyrightOverride(await upsertOverride(tx, caller.scope, override))
        return { result: after, ...(before && { before: wireCopyrightOverride(before) }), after }
      })
    },
    removeCopyright({ caller, params, change }) {
      const of = { ...readPackage(params), kind: 'copyright' } as const
      return change(async (tx) => {
        const row = (await deleteOverride(tx, caller.scope, of)) ?? throwNotFound('copyright override')
        return { result: {}, before: wireCopyrightOverride(row) }
      })
    },
  })
}

const wireOverride = (row: OverrideRow) => ({
  language: ecosystemById(row.ecosystem as EcosystemId).languages[0],
  name: row.name,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at.getTime(),
})

const wireLicenseOverride = (row: OverrideRow): LicenseOverride => ({
  ...wireOverride(row),
  license: row.content,
  licenses: licenseIdsOf(row.content),
})

const wireCopyrightOverride = (row: OverrideRow): CopyrightOverride => ({
  ...wireOverride(row),
  text: row.content,
})

/** Returns the canonical SPDX expression. Throws 400 for an unknown license. */
function readLicense(text: string): string {
  const expression = readDeclared({ kind: 'expression', value: text })
  const unknown = expression ? licensesOf(expression).find(({ isKnown }) => !isKnown)?.id : text
  if (expression && unknown === undefined) return printExpression(expression)
  throw new Problem(400, 'licenseUnknown', `${unknown} is neither an SPDX id nor a LicenseRef`)
}

/** The license ids in an expression. */
const licenseIdsOf = (expression: string) =>
  evaluateLicenses(0, [{ kind: 'expression', value: expression }], []).licenses.map(wireLicense)
