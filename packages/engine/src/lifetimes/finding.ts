import type { Evidence } from '../advisories/advisory.ts'
import type { EndKind, FindingCategory, Severity } from '../vocabulary.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { VexAssessment } from '../policies/vex.ts'

/** What makes two findings the same one, within a (project, branch). The version is not part of it. */
export interface FindingKey {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem's rule. */
  packageName: string
  advisoryUuid: string
}

/** One affected version in the inventory, with the rule that says so. */
export interface AffectedVersion {
  version: string
  /** Of a distribution's package, as Component has them. */
  release?: string
  source?: { name: string; version: string }
  evidence: Evidence[]
  /** Paths of the files that list it. */
  locations: string[]
  isDirect: boolean | null
  /** What the inventory itself says of it; absent when it says nothing. */
  vex?: VexAssessment
}

/** What this scan found: a package of the inventory under an advisory. */
export interface FoundFinding extends FindingKey {
  /** As the inventory spells it. */
  displayName: string
  versions: AffectedVersion[]
  cve: string | null
  severity: Severity
  /** 0.0 to 10.0; null when unknown. */
  cvss: number | null
  /** Epoch ms. */
  publishedAt: number | null
  category: FindingCategory
  fixedVersions: string[]
  /** The exclusion that takes it out of score and counts, if one does. */
  exclusionUuid: string | null
}

/** A lifetime that was open before this scan. */
export interface OpenFinding extends FindingKey {
  uuid: string
  displayName: string
  versions: AffectedVersion[]
  /** Epoch ms. */
  introducedAt: number
  /** Epoch ms. */
  publishedAt: number | null
}

/** A lifetime that ends at this scan. */
export interface EndedFinding {
  finding: OpenFinding
  kind: EndKind
  /** 'lodash 4.17.21', 'removed'; null when nothing fixed it. */
  fixedBy: string | null
  /** Whole days from max(introduced, published) to now; null, never 0, when unknown. */
  daysToFix: number | null
}

export interface Comparison {
  opened: FoundFinding[]
  continued: { finding: OpenFinding; found: FoundFinding; hasNewVersions: boolean }[]
  ended: EndedFinding[]
}
