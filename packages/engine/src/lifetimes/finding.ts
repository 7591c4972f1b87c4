import type { Evidence } from '../advisories/advisory.ts'
import type { EndKind, FindingCategory, Severity } from '../vocabulary.ts'
import type { Usage } from '../package-usage.ts'
import type { ComponentOrigin } from '../inventory.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { VexAssessment } from '../policies/vex.ts'

/** The identity of a finding within a (project, branch). The version is not part of it. */
export interface FindingKey {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem's rule. */
  packageName: string
  advisoryUuid: string
}

/** One affected version in the inventory, with the matching rule. */
export interface AffectedVersion {
  version: string
  /** For a distribution's package, as in Component. */
  release?: string
  source?: { name: string; version: string }
  /** Where it was taken from, as in Component; absent if unknown. */
  origin?: ComponentOrigin
  evidence: Evidence[]
  /** Paths of the files that list it. */
  locations: string[]
  isDirect: boolean | null
  /** See Match. */
  isUncertain?: true
  updates?: readonly string[]
  /** VEX assessment in the inventory; absent if there is none. */
  vex?: VexAssessment
}

/** A finding of this scan: a package of the inventory affected by an advisory. */
export interface FoundFinding extends FindingKey {
  /** As spelled in the inventory. */
  displayName: string
  versions: AffectedVersion[]
  cve: string | null
  /** See AdvisoryFacts. */
  cves: readonly string[]
  publicId: string | null
  severity: Severity
  /** The distribution's own rating, which is the severity; null if it has none. */
  rating: Severity | null
  /** 0.0 to 10.0, of the vulnerability itself; null if unknown. */
  cvss: number | null
  /** Epoch ms. */
  publishedAt: number | null
  category: FindingCategory
  fixedVersions: string[]
  /** The exclusion that suppresses it, if any. */
  exclusionUuid: string | null
  /** The vulnerable functions that advisories name; absent if none does. */
  symbols?: readonly string[]
  /** What the project's sources say of the package; absent if they were not searched. */
  usage?: Usage
}

/** A finding open before this scan. */
export interface OpenFinding extends FindingKey {
  uuid: string
  displayName: string
  versions: AffectedVersion[]
  /** Epoch ms. */
  introducedAt: number
  /** Epoch ms. */
  publishedAt: number | null
  /** Whether every record of the advisory is marked as withdrawn. */
  isWithdrawn?: boolean
}

/** A finding that ends with this scan. */
export interface EndedFinding {
  finding: OpenFinding
  kind: EndKind
  /** 'lodash 4.17.21', 'removed'; null if it was not fixed. */
  fixedBy: string | null
  /** Whole days from max(introduced, published) to now; null, never 0, if unknown. */
  daysToFix: number | null
}

export interface Comparison {
  opened: FoundFinding[]
  continued: { finding: OpenFinding; found: FoundFinding; hasNewVersions: boolean }[]
  ended: EndedFinding[]
}
