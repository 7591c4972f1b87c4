import { ordered } from '../ordered.ts'
import { readSemver, semver, type Semver } from '../semver.ts'

/** Sorts after every release of the line. */
const newest = '9'.repeat(18)

/**
 * Orders tags by SemVer. 'v4' and 'v4.1' move to the newest release of their line, so they sort after all of them:
 * https://docs.github.com/actions/how-tos/create-and-publish-actions/release-and-maintain-actions. Bounds in advisories
 * have no 'v', so '4' is 4.0.0. Commits and branches are not versions.
 */
export function readAction(ref: string): Semver | null {
  const moving = /^\s*v(\d+)(?:\.(\d+))?\s*$/i.exec(ref)
  if (moving) return readSemver(`${moving[1]}.${moving[2] ?? newest}.${newest}`)
  return isCommit(ref) ? null : readSemver(ref)
}

/** A commit can consist of digits, or start with some. */
const isCommit = (ref: string) => /^\s*(?:[\da-f]{40}|[\da-f]{64})\s*$/i.test(ref)

export const actionVersions = ordered({
  ...semver,
  read: readAction,
})
