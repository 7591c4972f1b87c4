import { stepOfCaret } from '../numbers.ts'
import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'

/** https://doc.rust-lang.org/cargo/reference/semver.html; requirements ignore build metadata. */
export const crateVersions = ordered({
  name: 'SemVer 2.0.0',
  read: readSemver,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  step: stepOfCaret,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
