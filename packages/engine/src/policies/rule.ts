import type {
  Domain,
  RuleEffect,
  RuleIssueCode,
  RuleKind,
  RuleMode,
  RuleSubject,
  UnknownEffect,
} from '../vocabulary.ts'

export interface Rule {
  /** Of the account, or derived from the text for a rule of the repository. */
  uuid: string
  name: string
  /** Absent for a condition. */
  kind?: RuleKind
  /** In CEL. */
  condition: string
  effect: RuleEffect
  mode: RuleMode
  whenUnknown: UnknownEffect
  /** Path of the file in the repository; null for the account's. */
  file: string | null
}

/** A problem of a rule's text, with its position in characters. */
export interface RuleIssue {
  code: RuleIssueCode
  message: string
  at: number
}

/** A finding, component or scan that a rule applies to. */
export interface RuleHit {
  kind: RuleSubject
  /** The finding's uuid, the component's package URL or name@version; '' for the scan. */
  key: string
  /** 'CVE-2021-44228 in log4j-core 2.14.1' */
  label: string
  /** Words without a known value, if that left the rule undecided. */
  unknown: string[]
}

/** What one rule says of one scan. */
export interface RuleResult extends Pick<Rule, 'uuid' | 'name' | 'effect' | 'mode' | 'file'> {
  kind: RuleKind
  /** All of them, while `hits` has only the first. */
  hitCount: number
  /** How many of `hitCount` were undecided and count only by whenUnknown. */
  undecidedCount: number
  /** Undecided without an effect. */
  passedUnknown: number
  hits: RuleHit[]
  /** Undecided ones of whenUnknown 'warn' and hits of the effect 'warn' never fail a scan. */
  fails: boolean
  /** Why it was not evaluated, or not completely. */
  issues: string[]
}

/** What an assay.yaml says of the account's policy, besides its own rules. */
export interface RepositoryPolicy {
  /** Path of the file. */
  file: string
  minimumScores: Partial<Record<Domain, number>>
  /** Names of rules of the account that should not apply. */
  turnOff: readonly string[]
}
