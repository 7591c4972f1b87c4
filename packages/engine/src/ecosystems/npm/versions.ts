import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'

/** https://github.com/npm/node-semver, loose and beyond: what feeds write for bounds has a place in the order too. */
export const npmVersions = ordered({
  name: 'SemVer 2.0.0',
  read: readSemver,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
