import { stepOfCaret } from '../numbers.ts'
import { ordered } from '../ordered.ts'
import { semver } from '../semver.ts'

/** https://github.com/npm/node-semver in loose mode, and more lenient, since feeds have bounds that it rejects. */
export const npmVersions = ordered({ ...semver, step: stepOfCaret })
