import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { PackageReleases, Release } from './release.ts'

/** Releases that can be recommended: stable, not withdrawn, and for the project's runtime. */
export const usableReleases = (ecosystem: Ecosystem, known: PackageReleases | null): Release[] =>
  known?.releases.filter(
    ({ version, isYanked, isUnsupported }) => !isYanked && !isUnsupported && ecosystem.isStable(version),
  ) ?? []

/** Releases that are upgrades from a version: 20040616 is older than 2.11.0, from before the package used versions. */
export const releasesFor = (
  ecosystem: Ecosystem,
  known: PackageReleases | null,
  version: string,
): Release[] => usableReleases(ecosystem, known).filter((each) => !isDay(each.version) || isDay(version))

const isDay = (version: string) => /^v?(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?!\d)/.test(version)

/** The candidates of a version's flavor if there are any, otherwise all. */
export function preferFlavor<Candidate extends { version: string }>(
  { flavorOf }: Pick<Ecosystem, 'flavorOf'>,
  version: string,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const same = candidates.filter((each) => flavorOf?.(each.version) === flavorOf?.(version))
  return same.length > 0 ? same : candidates
}

/** The release of a version; undefined if the registry does not list it. */
export const releaseOf = (
  ecosystem: Ecosystem,
  known: PackageReleases,
  version: string,
): Release | undefined =>
  known.releases.find((release) => release.version === version) ??
  known.releases.find((release) => ecosystem.compareVersions(release.version, version) === 0)
