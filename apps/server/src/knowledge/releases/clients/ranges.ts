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
