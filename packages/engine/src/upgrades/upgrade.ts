import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Severity, Step } from '../vocabulary.ts'

/** One package to one release, with what that closes in one inventory. */
export interface Upgrade {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem's rule. */
  packageName: string
  /** As the inventory spells it. */
  displayName: string
  /** Affected versions in use, in the ecosystem's order. */
  from: string[]
  /** null: no known release fixes these findings. */
  to: string | null
  /** The largest from any of the versions; null without a release. */
  step: Step | null
  /** false: the package's releases are unknown, and an advisory names the version as fixed. */
  isKnownRelease: boolean
  /** null: the inventory does not say. */
  isDirect: boolean | null
  /** Direct dependencies that bring it in, nearest first; empty when direct or unknown. */
  through: string[]
  /** Name of the file that lists it, which tells the package manager. */
  lockfile: string | null
  /** Findings that end with this upgrade alone; without a release, those that nothing ends. */
  closes: Record<Severity, number>
  /** Further findings on the package that end only together with another upgrade of it. */
  shared: number
  /** CVEs of the findings that it closes, once for each finding. */
  cves: string[]
}
