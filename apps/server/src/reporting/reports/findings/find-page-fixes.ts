import { findFixes, noFixes, type PackageFixes } from '@assay/engine/advisories/find-fixes.ts'
import { type PackageQuery, toQuery } from '@assay/engine/advisories/package-query.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { AffectedVersion } from '@assay/engine/lifetimes/finding.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { withOwnAdvisories } from '@assay/engine/advisories/own/with-own-advisories.ts'
import { readOwnAdvisories } from '#knowledge/own-advisories/read-own-advisories.ts'
import { readReleases } from '#knowledge/releases/store.ts'

/** An installed, affected version. */
export type InstalledVersion = { ecosystem: EcosystemId; name: string } & Pick<
  AffectedVersion,
  'version' | 'release' | 'source'
>

export type FixesOf = (of: InstalledVersion) => PackageFixes

/** Current fixes for the versions of one page, computed once per version. */
export async function findPageFixes(
  { db, advisories }: Pick<AppContext, 'db' | 'advisories'>,
  scope: Scope,
  page: readonly InstalledVersion[],
): Promise<FixesOf> {
  const [shared, own, releasesOf] = await Promise.all([
    advisories.load(new Set(page.map(({ ecosystem }) => ecosystem)), db),
    readOwnAdvisories(db, scope),
    readReleases(
      db,
      scope.accountUuid,
      page.map((of) => ({ ecosystem: of.ecosystem, name: toQuery(of).name })),
    ),
  ])
  const indexes = withOwnAdvisories(shared.get, own.indexOf)
  const compute = (id: EcosystemId, pkg: PackageQuery): PackageFixes => {
    const ecosystem = ecosystemById(id)
    const index = indexes(id)
    const releases = releasesOf(id, ecosystem.normalizeName(pkg.name))
    return index ? findFixes({ ...pkg, ecosystem, index, releases }) : noFixes
  }
  const cache = new Map<string, PackageFixes>()
  return (of) => {
    const packageQuery = toQuery(of)
    const key = [of.ecosystem, packageQuery.name, packageQuery.version, packageQuery.release].join('\n')
    const fixes = cache.get(key) ?? compute(of.ecosystem, packageQuery)
    cache.set(key, fixes)
    return fixes
  }
}
