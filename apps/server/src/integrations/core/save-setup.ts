import type { Integration as WireIntegration } from '@assay/contract/integrations.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { lockAccount } from '#accounts/account-lock-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { describeSetup } from './describe-setup.ts'
import type { Integration } from './integration.ts'
import { resolveSettings } from './resolve-settings.ts'
import { secretPurpose } from './setup.ts'
import { deleteSetup, setActive, upsertSetup } from './setup-store.ts'

interface SetupTarget {
  tx: Tx
  vault: AppContext['vault']
  scope: Scope
  integration: Integration
}

/** Merges submitted over stored settings. Returns both for the audit log, without secrets. */
export async function saveSetup({ tx, vault, scope, integration }: SetupTarget, input: object) {
  // Locked, so that concurrent partial updates do not overwrite each other.
  await lockAccount(tx, scope)
  const before = await describeSetup({ db: tx, vault }, scope, integration)
  const { settings, secrets } = await resolveSettings({ db: tx, vault }, scope, { integration, input })
  const { id } = integration
  const sealed =
    Object.keys(secrets).length === 0 ? null : vault.seal(JSON.stringify(secrets), secretPurpose(scope, id))
  await upsertSetup(tx, scope, { id, settings, secrets: sealed })
  const after = await describeSetup({ db: tx, vault }, scope, integration)
  return { result: after, ...changeOf(before, after) }
}

export async function activateSetup({ tx, vault, scope, integration }: SetupTarget, isActive: boolean) {
  await lockAccount(tx, scope)
  const before = await describeSetup({ db: tx, vault }, scope, integration)
  if (!before.isConfigured) throwNotFound('integration')
  await setActive(tx, scope, { id: integration.id, isActive })
  const after = await describeSetup({ db: tx, vault }, scope, integration)
  return { result: after, before: { isActive: before.isActive }, after: { isActive } }
}

export async function removeSetup({ tx, vault, scope, integration }: SetupTarget) {
  await lockAccount(tx, scope)
  const before = await describeSetup({ db: tx, vault }, scope, integration)
  if (!(await deleteSetup(tx, scope, integration.id))) throwNotFound('integration')
  return { result: {}, before: auditedValues(before) }
}

const auditedValues = ({ values, secrets, isActive }: WireIntegration) => ({ values, secrets, isActive })

const changeOf = (before: WireIntegration, after: WireIntegration) => ({
  before: { ...auditedValues(before), isConfigured: before.isConfigured },
  after: auditedValues(after),
})
