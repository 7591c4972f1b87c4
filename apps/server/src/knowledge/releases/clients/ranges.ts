import { recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { PackageToRead } from './client.ts'
import { sentenceOf } from './read-response.ts'

/** What a release requires, as [name, range] pairs. */
export type Requirements = readonly (readonly [name: unknown, range: unknown])[]

/** Limits for untrusted documents. */
const maxRequirements = 500
const maxRangeLength = 500
/** No range in any ecosystem. */
const unreadable = '?'

type RangedPackage = Pick<PackageToRead, 'ecosystem' | 'versions' | 'wantsRanges'>

/** Versions of which the ranges are wanted: those in use, and upgrades from them. */
export function rangesWantedOf({ ecosystem: id, versions, wantsRanges = false }: RangedPackage) {
  const { compareVersions, isStable } = ecosystemById(id)
  return (version: string): boolean =>
    wantsRanges &&
    (versions.includes(version) ||
      (isStable(version) && versions.some((used) => (compareVersions(version, used) ?? -1) > 0)))
}

/** The releases with what they require, where that is wanted and known. */
export function withRanges(
  releases: readonly Release[],
  pkg: RangedPackage,
  requirementsOf: (version: string) => Requirements | undefined,
): Release[] {
  const isWanted = rangesWantedOf(pkg)
  return releases.map((release) => {
    const requirements = isWanted(release.version) ? requirementsOf(release.version) : undefined
    return requirements === undefined ? release : { ...release, requires: requiresOf(pkg, requirements) }
  })
}

/** The nearest ones first; the rest is read at the next check. */
const versionsAtOnce = 50

/** For sources that tell what a release requires one by one: the releases with what was known before and what is read. */
export async function readRanges(
  releases: readonly Release[],
  pkg: RangedPackage & Pick<PackageToRead, 'known'>,
  requirementsOf: (version: string) => Promise<Requirements | undefined>,
): Promise<Release[]> {
  const { compareVersions } = ecosystemById(pkg.ecosystem)
  const requires = new Map(pkg.known.map((each) => [each.version, each.requires]))
  for (const version of unreadRanges(releases, pkg)
    .sort((a, b) => compareVersions(a, b) ?? 0)
    .slice(0, versionsAtOnce)) {
    const read = await requirementsOf(version)
    if (read !== undefined) requires.set(version, requiresOf(pkg, read))
  }
  return releases.map((release) => {
    const known = requires.get(release.version)
    return known === undefined ? release : { ...release, requires: known }
  })
}

/** Wanted versions whose requirements are not known yet. */
export function unreadRanges(
  releases: readonly Release[],
  pkg: RangedPackage & Pick<PackageToRead, 'known'>,
): string[] {
  const isWanted = rangesWantedOf(pkg)
  const known = new Set(pkg.known.flatMap(({ version, requires }) => (requires ? version : [])))
  return releases.map(({ version }) => version).filter((version) => isWanted(version) && !known.has(version))
}

/** A package that is required several times, such as for several platforms, is required in all the ranges. */
export function requiresOf({ ecosystem }: RangedPackage, requirements: Requirements): Record<string, string> {
  const { normalizeName } = ecosystemById(ecosystem)
  const ranges = new Map<string, Set<string>>()
  for (const [name, range] of requirements.slice(0, maxRequirements)) {
    const key = sentenceOf(name)
    if (key === undefined) continue
    const all = ranges.get(normalizeName(key)) ?? new Set()
    ranges.set(normalizeName(key), all.add(sentenceOf(range) ?? ''))
  }
  const texts = [...ranges].map(([name, all]) => [name, [...all].join(', ')] as const)
  return Object.fromEntries(
    texts.map(([name, range]) => [name, range.length > maxRangeLength ? unreadable : range]),
  )
}

/** Of a JSON object. */
export const entriesOf = (value: unknown): [string, unknown][] => Object.entries(recordOf(value))
