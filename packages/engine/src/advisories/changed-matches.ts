import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { isOrdered } from '../ecosystems/unordered-version.ts'
import type { AdvisoryIndex } from './advisory-index.ts'
import type { Match } from './advisory.ts'

export interface ComparedIndexes {
  ecosystem: Ecosystem
  before: AdvisoryIndex
  after: AdvisoryIndex
}

/** A package that inventories list, under its normalized name. */
export interface PackageInUse {
  name: string
  versions: readonly string[]
  /** Its known releases; empty if they are unknown. */
  releases: readonly string[]
}

/** What a scan can be told otherwise about a package by the newer index. Exploit signals do not count: no scan has them. */
export interface PackageChange {
  /** Anything at all. */
  isChanged: boolean
  /** Of the versions in use, those whose advisories changed; all of them for a distribution. */
  versions: readonly string[]
  /** Whether the advisories of a version changed to which one in use could be upgraded. */
  affectsUpgrades: boolean
  /** The same of a lower version, which only replaces malware. */
  affectsDowngrades: boolean
  /** Whether any advisory is about the package, if that changed. */
  isListed: boolean | null
}

const unchanged: PackageChange = {
  isChanged: false,
  versions: [],
  affectsUpgrades: false,
  affectsDowngrades: false,
  isListed: null,
}

/** Compares what two indexes of an ecosystem say about a package. */
export function findChange(
  indexes: ComparedIndexes,
  { name, versions, releases }: PackageInUse,
): PackageChange {
  const { ecosystem, before, after } = indexes
  if (before.describe(name) === after.describe(name)) return unchanged
  const isListed = before.has(name) === after.has(name) ? null : after.has(name)
  // The releases of a distribution in use are not known here.
  if (ecosystem.release)
    return { isChanged: true, versions, affectsUpgrades: true, affectsDowngrades: true, isListed }
  const isChanged = (version: string) =>
    resultOf(before.match(name, version)) !== resultOf(after.match(name, version))
  const isAbove = aboveAny(ecosystem, versions)
  const targets = [...releases, ...fixesNamed(indexes, name, versions)].filter(isChanged)
  return {
    isChanged: true,
    versions: versions.filter(isChanged),
    affectsUpgrades: targets.some(isAbove) || nameOtherFixes(indexes, name, versions),
    affectsDowngrades: targets.some((version) => !isAbove(version)),
    isListed,
  }
}

/** Versions that cannot be compared may be above. */
function aboveAny(ecosystem: Ecosystem, versions: readonly string[]): (version: string) => boolean {
  if (!versions.every((version) => isOrdered(ecosystem, version))) return () => true
  return (version) => versions.some((each) => (ecosystem.compareVersions(version, each) ?? 0) >= 0)
}

const fixesNamed = ({ before, after }: ComparedIndexes, name: string, versions: readonly string[]) =>
  versions.flatMap((version) => [
    ...before.fixedVersions(name, version),
    ...after.fixedVersions(name, version),
  ])

/** Whether advisories name other versions to which one in use could be upgraded. */
function nameOtherFixes(
  { ecosystem, before, after }: ComparedIndexes,
  name: string,
  versions: readonly string[],
): boolean {
  const above = (index: AdvisoryIndex, version: string) =>
    index
      .fixedVersions(name, version)
      .filter((fixed) => ecosystem.stepBetween(version, fixed) !== null)
      .join('\n')
  return versions.some((version) => above(before, version) !== above(after, version))
}

const resultOf = (matches: readonly Match[]): string =>
  JSON.stringify(
    matches.map(({ facts: { knownExploited: _knownExploited, epss: _epss, ...facts }, ...match }) => ({
      ...match,
      facts,
    })),
  )
