import { ordered } from '../ordered.ts'
import { semver } from '../semver.ts'

/** https://hexdocs.pm/elixir/Version.html: SemVer 2.0.0; build metadata is ignored. */
export const hexVersions = ordered(semver)
