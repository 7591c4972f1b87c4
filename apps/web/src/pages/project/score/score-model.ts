import type { Finding } from '@assay/contract/findings.ts'
import { securityPenalty } from '@assay/engine/scoring/security-penalty.ts'
import { toSecurityScore } from '@assay/engine/scoring/security-score.ts'
import {
  fromWireSeverity,
  type SecurityScoring,
  type WireSeverity,
  wireSeverities,
} from '@assay/engine/vocabulary.ts'

interface SeverityPart {
  severity: WireSeverity
  findings: number
  /** In points. */
  penalty: number
}

interface PackagePart {
  key: string
  package: string
  findings: number
  penalty: number
  /** The score without its findings. */
  scoreWithout: number
  /** Releases that close its findings, deduplicated. */
  upgrades: string[]
}

export interface ScoreBreakdown {
  penalty: number
  score: number
  /** Worst first. */
  severities: SeverityPart[]
  /** Those that cost most first. */
  packages: PackagePart[]
}

/** What a security score is made of: the counted findings of a scan by severity and by package. */
export function scoreParts(findings: readonly Finding[], scoring: SecurityScoring): ScoreBreakdown {
  const counted = findings
    .filter(({ exclusion }) => exclusion === null)
    .map((finding) => ({ finding, penalty: penaltyOf(finding, scoring) }))
  const penalty = sum(counted)
  const bySeverity = Map.groupBy(counted, ({ finding }) => severityOf(finding))
  const byPackage = Map.groupBy(counted, ({ finding }) => `${finding.ecosystem} ${finding.package}`)
  return {
    penalty,
    score: toSecurityScore(penalty, scoring),
    severities: wireSeverities.flatMap((severity) => {
      const found = bySeverity.get(severity) ?? []
      return found.length === 0 ? [] : [{ severity, findings: found.length, penalty: sum(found) }]
    }),
    packages: [...byPackage]
      .map(([key, found]) => ({
        key,
        package: found[0]!.finding.package,
        findings: found.length,
        penalty: sum(found),
        scoreWithout: toSecurityScore(penalty - sum(found), scoring),
        upgrades: [...new Set(found.flatMap(({ finding }) => upgradesOf(finding)))],
      }))
      .toSorted((one, other) => other.penalty - one.penalty || (one.key < other.key ? -1 : 1)),
  }
}

/** Malware counts as critical. */
const severityOf = ({ category, severity }: Finding): WireSeverity =>
  category === 'malware' ? 'CRITICAL' : severity

const penaltyOf = ({ severity, cvss, category }: Finding, scoring: SecurityScoring) =>
  securityPenalty({ severity: fromWireSeverity(severity), cvss, category }, scoring)

const upgradesOf = ({ versions }: Finding) =>
  versions.flatMap(({ upgrade, recommended }) => (upgrade ?? recommended)?.version ?? [])

const sum = (parts: readonly { penalty: number }[]) =>
  parts.reduce((total, { penalty }) => total + penalty, 0)
