import type { FoundFinding, Comparison } from './lifetimes/finding.ts'
import type { Inventory, Issue } from './inventory.ts'
import type { LicenseOrigin, LicenseOverride } from './licenses/choose-licenses.ts'
import type { Upgrade } from './upgrades/upgrade.ts'
import type { Domain, Outcome, PolicyMode, SecurityScoring, VexEffect } from './vocabulary.ts'
import type { Exclusion } from './policies/exclusion.ts'

export interface LicensePolicy {
  name: string
  mode: PolicyMode
  /** SPDX ids. */
  licenses: string[]
}

/** What holds for one scan, besides the inventory and the advisories. */
export interface Rules {
  exclusions: Exclusion[]
  licensePolicies: LicensePolicy[]
  /** Absent: none. */
  licenseOverrides?: readonly LicenseOverride[]
  securityScoring: SecurityScoring
  minimumScores: Record<Domain, number>
  /** Releases younger than this are not recommended, except as fixes; absent: defaultCoolDownDays. */
  coolDownDays?: number
  /** Absent: 'exclude'. */
  vexEffect?: VexEffect
}

export const defaultCoolDownDays = 3

/** 0 to 100, whole numbers. */
export interface Scores {
  security: number
  stability: number
  licensing: number
  /** Unclamped penalties: the floor at 0 hides movement below it. */
  penalties: Record<Domain, number>
  /** Changes when a formula changes, so that scores of different formulas are never compared unknowingly. */
  formulaVersion: number
}

export interface OutdatedComponent {
  /** Index in the inventory's components. */
  component: number
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
  /** The exclusion that takes it out of score and counts, if one does. */
  exclusionUuid: string | null
}

/** How far a component is behind the newest stable release of its package. */
export interface ComponentAge {
  /** false: nothing is known of the releases of its package, and it counts as neither current nor outdated. */
  hasKnownReleases: boolean
  /** Years between the release used and the newest stable one; null when unknown. */
  libyears: number | null
}

/** What speaks against a component besides its age. It costs no points: the stability score counts newer patches. */
export interface StabilityWarning {
  /** Index in the inventory's components. */
  component: number
  kind: 'deprecated' | 'end-of-life' | 'unmaintained'
  /** A sentence for people: 'End of life: the support of Django 4.0 ended on 2023-04-01.' */
  reason: string
  /** The exclusion that covers it, if one does. */
  exclusionUuid: string | null
}

export interface LicenseVerdict {
  /** Index in the inventory's components. */
  component: number
  /** SPDX ids that were understood, then what was not, as declared. */
  licenses: string[]
  /** Names of the violated policies, with the license that violates each. */
  violations: { policy: string; license: string }[]
  /** 'undeclared': no license is declared, or it says NOASSERTION. */
  warning: 'undeclared' | null
}

/** A license verdict as a scan keeps it. */
export interface ComponentLicense extends LicenseVerdict {
  origin: LicenseOrigin
  /** The exclusion that takes it out of score and counts, if one does. */
  exclusionUuid: string | null
}

export interface ScanResult {
  inventory: Inventory
  findings: FoundFinding[]
  comparison: Comparison
  outdated: OutdatedComponent[]
  /** One for each component of the inventory, in its order. */
  ages: ComponentAge[]
  /** Of all components that stability does not exclude; null when none is known. */
  libyears: number | null
  warnings: StabilityWarning[]
  licenses: ComponentLicense[]
  scores: Scores
  outcome: Outcome
  issues: Issue[]
  /** What closes the findings that count. */
  upgrades: Upgrade[]
}
