import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { PackageReleases, Release } from './release.ts'

/** The releases to which a person may be told to move: stable ones that were not taken back. */
export const usableReleases = (ecosystem: Ecosystem, known: PackageReleases | null): Release[] =>
  known?.releases.filter(({ version, isYanked }) => !isYanked && ecosystem.isStable(version)) ?? []

/** The release that a version is; undefined when the registry does not list it. */
export const releaseOf = (
  ecosystem: Ecosystem,
  known: PackageReleases,
  version: string,
): Release | undefined =>
  known.releases.find((release) => release.version === version) ??
  known.releases.find((release) => ecosystem.compareVersions(release.version, version) === 0)
