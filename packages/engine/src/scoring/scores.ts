import { type Coverage, whyIncomplete } from '../coverage.ts'
import { isCounted } from '../lifetimes/counts.ts'
import type { FoundFinding } from '../lifetimes/finding.ts'
import type { ComponentLicense, OutdatedComponent, Rules, ScanResult, Scores } from '../scan-result.ts'
import { type Domain, domains, type Outcome, type SecurityScoring } from '../vocabulary.ts'
import { securityPenalty } from './security-penalty.ts'
import { toScore, toSecurityScore } from './security-score.ts'

/** Increment with every change of a formula or its constants. */
export const formulaVersion = 1

/** Input of the scores; suppressed entries may be included and cost nothing. */
export interface ScoreInput {
  findings: readonly FoundFinding[]
  outdated: readonly OutdatedComponent[]
  licenses: readonly ComponentLicense[]
  securityScoring: SecurityScoring
}

/** The three scores: 100 minus penalties, rounded half up to whole points, at least 0. */
export function computeScores(input: ScoreInput): Scores {
  const penalties = {
    security: sum(input.findings.filter(isCounted), (finding) =>
      securityPenalty(finding, input.securityScoring),
    ),
    stability: sum(input.outdated, (outdated) => (outdated.latestPatch === null ? 0 : 1)),
    licensing: sum(input.licenses, licensePenalty),
  }
  return {
    security: toSecurityScore(penalties.security, input.securityScoring),
    stability: toScore(penalties.stability),
    licensing: toScore(penalties.licensing),
    penalties,
    formulaVersion,
  }
}

export interface OutcomeInput {
  scores: Record<Domain, number>
  measured: ScanResult['measured']
  coverage: Coverage
  rules: Pick<Rules, 'minimumScores' | 'coverageStrictness'>
}

/** FAIL if a measured score is below its minimum, UNDECLARED if a gap in coverage makes a PASS impossible. */
export function decideOutcome({ scores, measured, coverage, rules }: OutcomeInput): Outcome {
  const { minimumScores, coverageStrictness } = rules
  if (domains.some((domain) => measured[domain] && scores[domain] < minimumScores[domain])) return 'FAIL'
  return whyIncomplete(coverage, coverageStrictness) === null ? 'PASS' : 'UNDECLARED'
}

/** Each component with a policy violation costs 100 points. */
function licensePenalty(license: ComponentLicense): number {
  if (license.violations.length > 0) return 100
  return license.warning === null ? 0 : 1
}

function sum<T extends { exclusionUuid: string | null }>(items: readonly T[], cost: (item: T) => number) {
  return items.reduce((total, item) => (item.exclusionUuid === null ? total + cost(item) : total), 0)
}
