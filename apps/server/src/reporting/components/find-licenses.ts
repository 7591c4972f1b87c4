import { licenseChooser } from '@assay/engine/licenses/choose-licenses.ts'
import { evaluateLicenses } from '@assay/engine/licenses/verdict.ts'
import type { Scope } from '#auth/scope.ts'
import { readReleases } from '#knowledge/releases/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { PackageVersion } from '#scanning/overrides/read-package.ts'
import { licenseOverridesOf } from '#scanning/overrides/store.ts'
import { listDeclaredLicenses } from './store.ts'

/**
 * The licenses a scan in the account would choose for a version: SPDX ids first, then others. Empty if the version is
 * known to have none, or nothing is known of it.
 */
export async function findLicenses(db: Database, scope: Scope, of: PackageVersion): Promise<string[]> {
  const { ecosystem, name, version } = of
  const component = { ecosystem: ecosystem.id, name, version }
  const packageName = ecosystem.normalizeName(name)
  const [overrides, declared, releasesOf] = await Promise.all([
    licenseOverridesOf(db, scope, of),
    listDeclaredLicenses(db, scope, { ...component, packageName }),
    readReleases(db, scope.accountUuid, [component]),
  ])
  const { licenses } = licenseChooser({ overrides, releasesOf })({
    ...component,
    licenses: declared.map((value) => ({ kind: 'expression', value })),
  })
  return evaluateLicenses(0, licenses, []).licenses
}
