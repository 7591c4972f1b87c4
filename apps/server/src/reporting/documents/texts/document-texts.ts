import type { EraPurpose } from '@assay/contract/eras.ts'
import type { DocumentWords } from '@assay/text/documents/document.ts'
import type { licenseSourceNames } from '@assay/engine/licenses/license-words.ts'
import type {
  ComponentChangeKind,
  DecisionState,
  Freshness,
  Outcome,
  RiskClass,
  RuleEffect,
  Step,
  WireSeverity,
} from '@assay/engine/vocabulary.ts'

/** Columns of all tables. */
export type ColumnName =
  | 'package'
  | 'version'
  | 'vulnerability'
  | 'severity'
  | 'cvss'
  | 'fix'
  | 'component'
  | 'latestPatch'
  | 'latestMinor'
  | 'latestMajor'
  | 'license'
  | 'licenses'
  | 'source'
  | 'components'
  | 'checked'
  | 'problems'
  | 'from'
  | 'to'
  | 'step'
  | 'closes'
  | 'project'
  | 'branch'
  | 'scanned'
  | 'security'
  | 'stability'
  | 'licensing'
  | 'vulnerabilities'
  | 'introduced'
  | 'fixed'
  | 'fixedAt'
  | 'daysToFix'
  | 'fixedBy'
  | 'name'
  | 'violations'
  | 'text'
  | 'change'
  | 'before'
  | 'after'
  | 'newFindings'
  | 'fixedFindings'
  | 'behind'
  | 'projects'
  | 'target'
  | 'inTime'
  | 'overdue'
  | 'subject'
  | 'reason'
  | 'description'
  | 'requestedBy'
  | 'approvedBy'
  | 'created'
  | 'expires'
  | 'mode'
  | 'statements'
  | 'read'
  | 'state'
  | 'report'
  | 'condition'
  | 'effect'

/** A table's title, and the text shown if it is empty. */
export type TableTexts = readonly [title: string, empty: string]

export interface ReportTexts {
  title: (project: string) => string
  subject: (branch: string, day: string) => string
  facts: Record<
    | 'project'
    | 'branch'
    | 'scanned'
    | 'report'
    | 'outcome'
    | 'risk'
    | 'checked'
    | 'advisoryData'
    | 'exploitData',
    string
  >
  outcomes: Record<Outcome, string>
  declared: (outcome: string, computed: string) => string
  risks: Record<RiskClass, string>
  dataStates: Record<Freshness, string>
  missed: string
  noData: string
  notMeasured: string
  checked: (checked: number, listed: number) => string
  coversLess: string
  /** Of a list such as KEV; days is null if it was never loaded. */
  listAge: (name: string, days: number | null) => string
  listsMissed: string
  figures: Record<
    'security' | 'stability' | 'licensing' | 'components' | 'open' | 'outdated' | 'noLicense' | 'violations',
    string
  >
  chart: string
  tables: Record<'vulnerabilities' | 'outdated' | 'licenses' | 'licenseProblems' | 'upgrades', TableTexts>
  excluded: string
  noFix: string
  exploited: (count: number) => string
  /** Findings that also need another upgrade of the same package. */
  shared: (count: number) => string
}

export interface PeriodTexts {
  names: {
    team: (name: string) => string
    project: (name: string) => string
    branch: (name: string, branch: string) => string
    tag: (tag: string) => string
    all: string
  }
  about: {
    tag: (tag: string) => string
    project: string
    branch: (name: string) => string
    team: string
    all: string
  }
  period: (from: string, to: string) => string
  facts: Record<'account' | 'about' | 'period' | 'generated', string>
  figures: Record<
    'projects' | 'scans' | 'identified' | 'addressed' | 'open' | 'fixed' | 'median' | 'mean',
    string
  >
  unknown: string
  charts: Record<'open' | 'fixed' | 'days' | 'scans', string>
  tables: Record<
    'projects' | 'vulnerabilities' | 'fixes' | 'licenses' | 'components' | 'licenseTexts',
    TableTexts
  >
}

export interface ComparisonTexts {
  title: (project: string) => string
  /** A scan: 'main #3 of 2026-01-31'. */
  scan: (branch: string, number: number, day: string) => string
  subject: (from: string, to: string) => string
  /** Instead of the subject, if nothing differs. */
  same: (from: string, to: string) => string
  link: string
  kinds: Record<ComponentChangeKind, string>
  security: string
  fixed: string
  introduced: string
  /** '6.4 → 5.1' */
  change: (before: string, after: string) => string
  tables: Record<'components' | 'introduced' | 'fixed', TableTexts>
}

/** What of a portfolio is counted by its verdict. */
export interface Verdict {
  projects: number
  belowPolicy: number
  /** null if no list of them was ever loaded. */
  knownExploited: number | null
  overdue: number
  /** Of the projects that existed at both ends of the window; negative if there are fewer. */
  change: number
}

export interface PurposeTexts {
  names: Record<EraPurpose, (subject: string) => string>
  verdict: (counted: Verdict) => string
  figures: Record<'belowPolicy' | 'knownExploited' | 'overdue' | 'exceptions' | 'statements', string>
  trend: string
  days: (days: number) => string
  ofAll: (part: number, all: number) => string
  never: string
  unused: string
  others: string
  minimums: string
  minimum: (security: number, stability: number, licensing: number) => string
  targets: string
  noTargets: string
  /** Of a licensing policy. */
  modes: Record<'ALLOW' | 'DENY', string>
  /** Of decisions about findings. */
  states: Record<DecisionState, string>
  effects: Record<RuleEffect, string>
  /** Of a rule without an effect. */
  onlyLogged: string
  waiting: string
  tables: Record<
    | 'risks'
    | 'upgrades'
    | 'fixedUpgrades'
    | 'targets'
    | 'rules'
    | 'policies'
    | 'exceptions'
    | 'vex'
    | 'data'
    | 'sample',
    TableTexts
  >
}

/** All texts of documents that people read. */
export interface DocumentTexts extends DocumentWords {
  /** By their names in JSON. */
  columns: Record<ColumnName, string>
  severities: Readonly<Record<WireSeverity, string>>
  /** After a number. */
  counted: Readonly<Record<WireSeverity, string>>
  steps: Record<Step, string>
  licenseSources: Record<keyof typeof licenseSourceNames, string>
  noLicense: string
  unrecognizedLicense: string
  violates: (license: string, policy: string) => string
  report: ReportTexts
  period: PeriodTexts
  comparison: ComparisonTexts
  purposes: PurposeTexts
}
