import { stepOfCaret } from '../numbers.ts'
import { ordered } from '../ordered.ts'
import { semver } from '../semver.ts'

/** https://doc.rust-lang.org/cargo/reference/semver.html; requirements ignore build metadata. */
export const crateVersions = ordered({ ...semver, step: stepOfCaret })
