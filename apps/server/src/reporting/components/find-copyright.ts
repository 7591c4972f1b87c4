import { releaseOf } from '@assay/engine/releases/usable-releases.ts'
import type { Copyright } from '@assay/contract/licenses.ts'
import type { Scope } from '#auth/scope.ts'
import { readReleases } from '#knowledge/releases/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { PackageVersion } from '#scanning/overrides/read-package.ts'
import { copyrightOverrideOf } from '#scanning/overrides/store.ts'
import { listDeclaredCopyrights } from './store.ts'

/** From the account's override, visible inventories or the registry, in this order; null if unknown. */
export async function findCopyright(
  db: Database,
  scope: Scope,
  of: PackageVersion,
): Promise<Copyright | null> {
  const { ecosystem, name, version } = of
  const override = await copyrightOverrideOf(db, scope, of)
  if (override) return { text: override.content, source: 'override' }
  const packageName = ecosystem.normalizeName(name)
  const component = { ecosystem: ecosystem.id, packageName, version }
  const declared = await listDeclaredCopyrights(db, scope, component)
  if (declared.length > 0) return { text: declared.join('\n'), source: 'declared' }
  const stored = (await readReleases(db, scope.accountUuid, [{ ecosystem: ecosystem.id, name }]))(
    ecosystem.id,
    packageName,
  )
  const stated = stored && releaseOf(ecosystem, stored, version)?.copyright
  return stated ? { text: stated, source: 'registry' } : null
}
