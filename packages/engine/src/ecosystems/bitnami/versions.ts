import { compareNumbers } from '../numbers.ts'
import { ordered } from '../ordered.ts'
import { compareIdentifierLists, comparePrereleases, readSemver } from '../semver.ts'

/**
 * SemVer, except that a number after the hyphen is a revision and higher than the version itself:
 * https://github.com/bitnami/go-version. Revision 0 equals the version. Words are pre-releases, as in OSV's
 * SEMVER ranges.
 */
interface BitnamiVersion {
  numbers: string[]
  prerelease: string[]
  revision: string[]
}

export function readBitnami(text: string): BitnamiVersion | null {
  const semver = readSemver(text)
  if (!semver) return null
  const { numbers, prerelease } = semver
  if (!/^\d/.test(prerelease[0] ?? '')) return { numbers, prerelease, revision: [] }
  return { numbers, prerelease: [], revision: isZero(prerelease) ? [] : prerelease }
}

const isZero = (identifiers: readonly string[]) => identifiers.length === 1 && /^0+$/.test(identifiers[0]!)

export const bitnamiVersions = ordered({
  name: 'Bitnami',
  read: readBitnami,
  compare: (a, b) =>
    compareNumbers(a.numbers, b.numbers) ||
    comparePrereleases(a.prerelease, b.prerelease) ||
    compareIdentifierLists(a.revision, b.revision),
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
