import type { RuleResult } from '@assay/engine/policies/rule.ts'
import type { Rules, ScanResult } from '@assay/engine/scan-result.ts'
import type { Outcome } from '@assay/engine/vocabulary.ts'
import type { AdvisoryData } from '#knowledge/advisories/databases/database-store.ts'
import type { StoredComponents } from './component-rows.ts'
import type { RecordedCoverage } from './coverage-facts.ts'
import type { BuildRow } from '#scanning/builds/store.ts'
import type { LockedBranch } from './store.ts'

export interface Recorded {
  build: BuildRow
  branch: LockedBranch
  result: ScanResult
  /** What is stored of the result, the same for all branches that it is about. */
  components: StoredComponents
  coverage: RecordedCoverage
  /** In force for the project at the time of the scan. */
  minimumScores: Rules['minimumScores']
  securityScoring: Rules['securityScoring']
  coverageStrictness: NonNullable<Rules['coverageStrictness']>
  /** Names of rules of the account that the repository turns off, as the account allows. */
  turnedOff: ReadonlySet<string>
  /** Epoch ms. */
  now: number
  indexVersions: Record<string, number>
  advisoryData: AdvisoryData[]
  maxAdvisoryAgeMs: number
  /** Of the policy rules in force, which may have made the outcome of the result FAIL. */
  ruleResults: readonly RuleResult[]
  /** The outcome by scores and coverage alone; null if no rule applied. */
  outcomeWithoutRules: Outcome | null
  /** A backdated scan sends no notifications. */
  isPast: boolean
}
