import { z } from 'zod'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Database } from '#platform/database/database.ts'
import type { Integration } from './integration.ts'
import { findSetup, readFeatures, type SetupRow } from './setup-store.ts'

const Secrets = z.record(z.string(), z.string())

/** Bound to account and integration: they cannot be decrypted in another row. */
export const secretPurpose = ({ accountUuid }: Pick<Scope, 'accountUuid'>, id: string) =>
  `integration ${id} ${accountUuid}`

export const openSecrets = (
  { vault }: Pick<AppContext, 'vault'>,
  scope: Scope,
  { id, secrets }: Pick<SetupRow, 'id' | 'secrets'>,
): Record<string, string> =>
  secrets === null ? {} : Secrets.parse(JSON.parse(vault.open(secrets, secretPurpose(scope, id))))

export interface ActiveSetup {
  /** Including secrets. */
  settings: Record<string, unknown>
  secrets: readonly string[]
  pausedUntil: Date | null
}

/** null if not set up, turned off, or without the feature. Throws Problem if the secrets cannot be decrypted. */
export async function findActive(
  { db, vault }: Pick<AppContext, 'vault'> & { db: Database },
  scope: Scope,
  { id, feature, settings: schema }: Pick<Integration, 'id' | 'feature' | 'settings'>,
): Promise<ActiveSetup | null> {
  const row = await findSetup(db, scope, id)
  if (!row?.isActive) return null
  if (feature !== null && !(await readFeatures(db, scope)).includes(feature)) return null
  const secrets = openSecrets({ vault }, scope, row)
  const settings = schema.parse({ ...(row.settings as object), ...secrets })
  return { settings, secrets: Object.values(secrets), pausedUntil: row.pausedUntil }
}
