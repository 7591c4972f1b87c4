import { packageKey } from '@assay/engine/keys.ts'
import { overrideOf } from '@assay/engine/licenses/override-of.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { releaseOf } from '@assay/engine/releases/usable-releases.ts'
import type { Scope } from '#auth/scope.ts'
import { readReleases } from '#knowledge/releases/store.ts'
import type { Database } from '#platform/database/database.ts'
import { collectPages } from '#platform/database/read-pages.ts'
import { overridePages, type OverrideRow } from '#scanning/overrides/store.ts'
import type { LicensedRow } from '#reporting/reports/components/component-pages-store.ts'

interface FoundCopyright {
  text: string
  source: string
}

const none: FoundCopyright = { text: '', source: '' }

export type CopyrightOverrides = ReadonlyMap<string, OverrideRow[]>

/** The account's overrides, by ecosystem and package. */
export async function readCopyrightOverrides(db: Database, scope: Scope): Promise<CopyrightOverrides> {
  const rows = await collectPages(overridePages(db, scope, 'copyright'))
  return Map.groupBy(rows, (row) => packageKey(row.ecosystem, row.package_name))
}

/** From the account's override, the inventory or the registry, in this order; '' if unknown. */
export async function findPageCopyrights(
  db: Database,
  scope: Scope,
  { page, overrides }: { page: readonly LicensedRow[]; overrides: CopyrightOverrides },
): Promise<(row: LicensedRow) => FoundCopyright> {
  const named = page.flatMap(({ ecosystem, name }) =>
    ecosystem === null ? [] : [{ ecosystem: ecosystem as EcosystemId, name }],
  )
  const releasesOf = await readReleases(db, scope.accountUuid, named)
  return ({ ecosystem: id, name, version, copyright }) => {
    const declared = copyright === null ? none : { text: copyright, source: 'declared' }
    if (id === null) return declared
    const ecosystem = ecosystemById(id as EcosystemId)
    const packageName = ecosystem.normalizeName(name)
    const own = overrides.get(packageKey(id, packageName)) ?? []
    const override = overrideOf(own, { ecosystem, version })
    if (override) return { text: override.content, source: 'override' }
    if (copyright !== null) return declared
    const packageReleases = releasesOf(ecosystem.id, packageName)
    const stated = packageReleases && releaseOf(ecosystem, packageReleases, version)?.copyright
    return stated ? { text: stated, source: 'registry' } : none
  }
}
