import type { Dependency } from '@assay/contract/insights.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { libyearsOf } from '@assay/engine/releases/libyears.ts'
import type { ReleasesOf } from '@assay/engine/releases/release.ts'
import { releaseOf } from '@assay/engine/releases/usable-releases.ts'
import { severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { readReleases } from '#knowledge/releases/store.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { findPageFixes, type InstalledVersion } from '#reporting/reports/findings/find-page-fixes.ts'
import { languageOf } from '#reporting/reports/components/other-assessments.ts'
import type { OpenRow } from './open-finding-store.ts'
import type { Candidate, UsedRow, Variant } from './dependency-store.ts'
import { ecosystemOf } from './read-filter.ts'

export interface FoundDependency {
  candidate: Candidate
  used: UsedRow
  /** null if there is none. */
  open: OpenRow | null
}

/** Adds known releases and fixes. */
export async function describeDependencies(
  context: Pick<AppContext, 'db' | 'advisories'>,
  scope: Scope,
  found: readonly FoundDependency[],
): Promise<Dependency[]> {
  if (found.length === 0) return []
  const [releasesOf, fixesOf] = await Promise.all([
    readReleases(context.db, scope.accountUuid, found.map(packageOf)),
    findPageFixes(context, scope, found.flatMap(affectedVersion)),
  ])
  return found.map((each) => ({
    ...describe(each),
    ...ageOf(each, releasesOf),
    fix: affectedVersion(each).map((affected) => fixesOf(affected).recommended?.version ?? null)[0] ?? null,
  }))
}

/** The name used by registries and advisories. */
const packageOf = ({ candidate: { ecosystem, packageNames, version } }: FoundDependency) => ({
  ecosystem: ecosystem as EcosystemId | null,
  name: packageNames[0] ?? version,
})

function ageOf(found: FoundDependency, releasesOf: ReleasesOf): Pick<Dependency, 'releasedAt' | 'libyears'> {
  const { ecosystem: id, name } = packageOf(found)
  const ecosystem = ecosystemOf(id)
  const packageReleases = ecosystem && releasesOf(ecosystem.id, name)
  if (!packageReleases) return { releasedAt: null, libyears: null }
  const { version } = found.candidate
  return {
    releasedAt: releaseOf(ecosystem, packageReleases, version)?.publishedAt ?? null,
    libyears: libyearsOf(ecosystem, version, packageReleases),
  }
}

function describe({ candidate, used, open }: FoundDependency) {
  const { ecosystem, version } = candidate
  // From the newest scan, which has the most newer versions.
  const [newest] = used.variants as [Variant, ...Variant[]]
  const all = (pick: (variant: Variant) => readonly string[]) =>
    [...new Set(used.variants.flatMap(pick))].toSorted()
  return {
    ecosystem,
    language: languageOf(ecosystem),
    name: newest.name,
    version,
    purl: newest.purl,
    webUrl: ecosystemOf(ecosystem)?.webUrl(newest.name, version) ?? null,
    projects: used.projects,
    branches: used.branches,
    directBranches: used.direct,
    transitiveBranches: used.transitive,
    scopes: all(({ scope }) => [scope]),
    licenses: all(({ licenses }) => licenses),
    latestPatch: newest.latestPatch,
    latestMinor: newest.latestMinor,
    latestMajor: newest.latestMajor,
    warnings: newest.stability,
    openFindings: open?.openFindings ?? 0,
    vulnerabilities: (open?.vulnerabilities ?? [])
      .toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
      .map(({ severity, count }) => ({ severity: toWireSeverity[severity], count })),
  }
}

/** Input of the fix search; nothing for versions without open findings. */
function affectedVersion({ candidate, used, open }: FoundDependency): InstalledVersion[] {
  const { ecosystem, version } = candidate
  if (open === null || ecosystem === null) return []
  return [
    {
      ecosystem: ecosystem as EcosystemId,
      name: used.variants[0]!.name,
      version,
      ...(open.release !== null && { release: open.release }),
      ...(open.source !== null && { source: open.source }),
    },
  ]
}
