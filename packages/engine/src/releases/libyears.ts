import { dayMs } from '../time.ts'
import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { PackageReleases, Release } from './release.ts'
import { preferFlavor, releaseOf, releasesFor } from './usable-releases.ts'

const yearMs = 365.25 * dayMs

/**
 * Years between the used release and the newest stable one, of its flavor if there is one, in hundredths
 * (https://libyear.com); 0 if it is the newest, or if the newest was published earlier. null if a release or date is
 * unknown.
 */
export function libyearsOf(ecosystem: Ecosystem, version: string, known: PackageReleases): number | null {
  const used = releaseOf(ecosystem, known, version)
  const usable = releasesFor(ecosystem, known, version)
  if (!used || usable.length === 0) return null
  const newer = usable.filter((each) => (ecosystem.compareVersions(used.version, each.version) ?? 0) < 0)
  const newest = newestRelease(ecosystem, preferFlavor(ecosystem, version, newer))
  if (!newest) return 0
  if (used.publishedAt === null || newest.publishedAt === null) return null
  return inHundredths(Math.max(0, newest.publishedAt - used.publishedAt) / yearMs)
}

/** The sum without unknown values; null if all are unknown. */
export function sumLibyears(all: readonly (number | null)[]): number | null {
  const known = all.filter((each) => each !== null)
  return known.length === 0 ? null : inHundredths(known.reduce((sum, each) => sum + each, 0))
}

const inHundredths = (years: number) => Math.round(years * 100) / 100

function newestRelease(ecosystem: Ecosystem, releases: readonly Release[]): Release | null {
  let newest: Release | null = null
  for (const release of releases)
    if (newest === null || (ecosystem.compareVersions(newest.version, release.version) ?? 0) < 0)
      newest = release
  return newest
}
