import type { FoundFinding, Comparison } from './lifetimes/finding.ts'
import type { Inventory, Issue } from './inventory.ts'
import type { EcosystemId } from './ecosystems/ecosystem.ts'

export type Outcome = 'PASS' | 'FAIL' | 'UNDECLARED'

/** 'cvss': 5 × CVSS each; 'severity': 25, 20, 10, 5 by severity. */
export type SecurityScoring = 'cvss' | 'severity'

/** A rule that takes findings, outdated components or license verdicts out of score and counts. */
export interface Exclusion {
  uuid: string
  domain: 'security' | 'stability' | 'licensing'
  /** By advisory uuid, by CVE, or by library and version; a name may end in '*'. */
  target:
    | { kind: 'advisory'; uuid: string }
    | { kind: 'cve'; cve: string }
    | { kind: 'library'; ecosystem: EcosystemId; name: string; version: string }
  /** null: every project of the account. */
  projectUuid: string | null
}

/** DENY: listed licenses are forbidden. ALLOW: only the listed ones are allowed. SPDX ids. */
export interface LicensePolicy {
  name: string
  mode: 'DENY' | 'ALLOW'
  licenses: string[]
}

/** What holds for one scan, besides the inventory and the advisories. */
export interface Rules {
  exclusions: Exclusion[]
  licensePolicies: LicensePolicy[]
  securityScoring: SecurityScoring
  minimumScores: { security: number; stability: number; licensing: number }
}

/** 0 to 100, whole numbers. */
export interface Scores {
  security: number
  stability: number
  licensing: number
  /** Unclamped penalties: the floor at 0 hides movement below it. */
  penalties: { security: number; stability: number; licensing: number }
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
  /** The exclusion that takes it out of score and counts, if one does. */
  exclusionUuid: string | null
}

export interface ScanResult {
  inventory: Inventory
  findings: FoundFinding[]
  comparison: Comparison
  outdated: OutdatedComponent[]
  warnings: StabilityWarning[]
  licenses: ComponentLicense[]
  scores: Scores
  outcome: Outcome
  issues: Issue[]
}
