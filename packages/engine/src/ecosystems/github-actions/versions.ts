import { ordered } from '../ordered.ts'
import { compareSemver, readSemver, type Semver } from '../semver.ts'

/** After every release of its line, whatever its numbers. */
const newest = '9'.repeat(18)

/**
 * Tags by SemVer. 'v4' and 'v4.1' move on with the releases of their line, so they stand after all of them:
 * https://docs.github.com/actions/how-tos/create-and-publish-actions/release-and-maintain-actions. A bound of an
 * advisory has no 'v', and '4' is 4.0.0. Commits and branches are no versions.
 */
export function readAction(ref: string): Semver | null {
  const moving = /^\s*v(\d+)(?:\.(\d+))?\s*$/i.exec(ref)
  if (moving) return readSemver(`${moving[1]}.${moving[2] ?? newest}.${newest}`)
  return isCommit(ref) ? null : readSemver(ref)
}

/** Some commits are digits alone, or begin with some. */
const isCommit = (ref: string) => /^\s*(?:[\da-f]{40}|[\da-f]{64})\s*$/i.test(ref)

export const actionVersions = ordered({
  name: 'SemVer 2.0.0',
  read: readAction,
  compare: compareSemver,
  numbers: ({ numbers }) => numbers,
  isStable: ({ prerelease }) => prerelease.length === 0,
})
