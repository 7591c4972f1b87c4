import { ordered } from '../ordered.ts'
import { compareSemver, readSemver } from '../semver.ts'

/** https://hexdocs.pm/elixir/Version.html: SemVer 2.0.0; build metadata is ignored. */
export const hexVersions = ordered({
  name: 'SemVer 2.0.0',
  read: readSemver,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
