import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Severity, Step } from '../vocabulary.ts'
import type { PlacedInstruction } from './instruct.ts'

/** One package to one release, with the findings this closes in an inventory. */
export interface Upgrade {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem's rule. */
  packageName: string
  /** As spelled in the inventory. */
  displayName: string
  /** Affected versions in use, in the ecosystem's order. */
  from: string[]
  /** null: no known release fixes these findings, or, for malware, none is clean. */
  to: string | null
  /** A version in use is malware: it is removed, and what had installed it counts as compromised. */
  isMalware: boolean
  /** The largest step from any of the versions; null without a release. */
  step: Step | null
  /** false: the package's releases are unknown, and the version is named as fixed in an advisory. */
  isKnownRelease: boolean
  /** null if the inventory does not contain it. */
  isDirect: boolean | null
  /** Direct dependencies that introduce it, nearest first; empty if direct or unknown. */
  through: string[]
  /** Name of the file that lists it, which determines the package manager. */
  lockfile: string | null
  /** How to do it, for each file that lists it; empty if no release fixes it. */
  instructions: PlacedInstruction[]
  /** All of its findings are of a package that no source was seen to load. */
  isNotSeen?: true
  /** Findings closed by this upgrade alone; without a release, the unfixable ones. */
  closes: Record<Severity, number>
  /** Further findings of the package that require another upgrade, too. */
  shared: number
  /** CVEs of the closed findings, once per finding. */
  cves: string[]
  /** uuids of the closed findings' advisories. */
  advisoryUuids: string[]
}
