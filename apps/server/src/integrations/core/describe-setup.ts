import type { Integration as WireIntegration } from '@assay/contract/integrations.ts'
import { type Language, languages } from '@assay/contract/languages.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Database } from '#platform/database/database.ts'
import { fieldsIn, secretNames, shownValues } from './fields.ts'
import type { Integration } from './integration.ts'
import { storedSecrets } from './resolve-settings.ts'
import { openSecrets } from './setup.ts'
import { countDeliveries } from './delivery-store.ts'
import { findSetup, readFeatures, type SetupRow } from './setup-store.ts'

/** Public state of an account's integration, without secrets. */
export async function describeSetup(
  { db, vault, language = languages[0] }: Pick<AppContext, 'vault'> & { db: Database; language?: Language },
  scope: Scope,
  integration: Integration,
): Promise<WireIntegration> {
  const { id, texts, feature, settings: schema } = integration
  const { name, summary } = texts[language]
  const row = await findSetup(db, scope, id)
  const features = await readFeatures(db, scope)
  const counts = (await countDeliveries(db, scope)).get(id)
  const secrets = row ? openSecrets({ vault }, scope, row) : {}
  return {
    id,
    name,
    summary,
    feature,
    isFeatureOn: feature === null || features.includes(feature),
    isConfigured: row !== undefined,
    isActive: row?.isActive ?? false,
    secrets: storedSecrets(secrets, secretNames(schema)),
    values: shownValues(schema, settingsOf(row)),
    fields: fieldsIn(language, integration),
    pausedUntil: futureOf(row?.pausedUntil),
    updatedAt: row?.updatedAt.getTime() ?? null,
    pending: counts?.pending ?? 0,
    retrying: counts?.retrying ?? 0,
    failed: counts?.failed ?? 0,
  }
}

/** Epoch ms; null if in the past. */
const futureOf = (at: Date | null | undefined) => (at && at.getTime() > Date.now() ? at.getTime() : null)

const settingsOf = (row: SetupRow | undefined) => (row?.settings ?? {}) as Record<string, unknown>
