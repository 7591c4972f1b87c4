import { stepOfCaret } from '../numbers.ts'
import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'

/** https://github.com/npm/node-semver in loose mode, and more lenient, since feeds have bounds that it rejects. */
export const npmVersions = ordered({
  name: 'SemVer 2.0.0',
  read: readSemver,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  step: stepOfCaret,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
