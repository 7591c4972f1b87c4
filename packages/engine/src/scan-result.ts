import type { AcceptedGap, Coverage } from './coverage.ts'
import type { FoundFinding, Comparison } from './lifetimes/finding.ts'
import type { Inventory, Issue } from './inventory.ts'
import type { LicenseOrigin, LicenseOverride } from './licenses/choose-licenses.ts'
import type { EcosystemId } from './ecosystems/ecosystem.ts'
import type { Upgrade } from './upgrades/upgrade.ts'
import type {
  CoverageStrictness,
  Domain,
  Outcome,
  PolicyMode,
  SecurityScoring,
  VexEffect,
} from './vocabulary.ts'
import type { Exclusion } from './policies/exclusion.ts'

export interface LicensePolicy {
  name: string
  mode: PolicyMode
  /** SPDX ids. */
  licenses: string[]
  /** Only for ALLOW: whether components without a recognized license violate the policy; defaults to true. */
  denyUnknown?: boolean
}

/** Settings and rules of one scan. */
export interface Rules {
  exclusions: Exclusion[]
  licensePolicies: LicensePolicy[]
  /** Absent for none. */
  licenseOverrides?: readonly LicenseOverride[]
  securityScoring: SecurityScoring
  minimumScores: Record<Domain, number>
  /** Releases younger than this are not recommended, except as fixes; defaults to defaultCoolDownDays. */
  coolDownDays?: number
  /** Defaults to 'exclude'. */
  vexEffect?: VexEffect
  /** Defaults to 'production'. */
  coverageStrictness?: CoverageStrictness
  /** Absent for none. */
  acceptedGaps?: readonly AcceptedGap[]
}

export const defaultCoolDownDays = 3

/** 0 to 100, whole numbers. */
export interface Scores {
  security: number
  stability: number
  licensing: number
  /** Unclamped penalties: the floor at 0 would hide changes below it. */
  penalties: Record<Domain, number>
  /** Incremented with every change of a formula, so that scores of different formulas are not compared unknowingly. */
  formulaVersion: number
}

export interface OutdatedComponent {
  /** Index in the inventory's components. */
  component: number
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
  /** The exclusion that suppresses it, if any. */
  exclusionUuid: string | null
}

/** How far a component is behind the newest stable release of its package. */
export interface ComponentAge {
  /** false: the package's releases are unknown, and it counts as neither current nor outdated. */
  hasKnownReleases: boolean
  /** Years between the used release and the newest stable one; null if unknown. */
  libyears: number | null
}

/** A warning about a component other than its age. It costs no points: the stability score counts newer patches. */
export interface StabilityWarning {
  /** Index in the inventory's components. */
  component: number
  kind: 'deprecated' | 'end-of-life' | 'unmaintained' | 'ancestor-affected'
  /** A message for the user: 'End of life: the support of Django 4.0 ended on 2023-04-01.' */
  reason: string
  /** The exclusion that covers it, if any. */
  exclusionUuid: string | null
}

export interface LicenseViolation {
  /** The name of the policy. */
  policy: string
  /** The violating license; '' if none is known. */
  license: string
}

export interface LicenseVerdict {
  /** Index in the inventory's components. */
  component: number
  /** Recognized SPDX ids, then unrecognized texts as declared. */
  licenses: string[]
  violations: LicenseViolation[]
  /**
   * 'undeclared': no license is declared, or it is NOASSERTION. 'unrecognized': a policy could not be checked, because
   * the declared text names no license on the SPDX list.
   */
  warning: 'undeclared' | 'unrecognized' | null
}

/** A stored license verdict. */
export interface ComponentLicense extends LicenseVerdict {
  origin: LicenseOrigin
  /** The exclusion that suppresses it, if any. */
  exclusionUuid: string | null
}

export interface ScanResult {
  inventory: Inventory
  findings: FoundFinding[]
  comparison: Comparison
  outdated: OutdatedComponent[]
  /** One per component of the inventory, in order. */
  ages: ComponentAge[]
  /** Total of all components not excluded from stability; null if unknown. */
  libyears: number | null
  warnings: StabilityWarning[]
  licenses: ComponentLicense[]
  scores: Scores
  /** false: the score says nothing, since nothing was known to compute it from. */
  measured: Record<Domain, boolean>
  coverage: Coverage
  outcome: Outcome
  issues: Issue[]
  /** Uuids of the exclusions that matched a finding, an outdated component, a warning or a license problem. */
  usedExclusions: string[]
  /** Upgrades that close counted findings. */
  upgrades: Upgrade[]
  /** Packages of which the ranges of further releases would show better upgrades. */
  unknownRanges: PackageName[]
}

/** A package, by its name in the inventory. */
export interface PackageName {
  ecosystem: EcosystemId
  name: string
}
