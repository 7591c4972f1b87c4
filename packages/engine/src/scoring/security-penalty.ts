import type { Severity } from '../advisories/advisory.ts'
import type { FoundFinding } from '../lifetimes/finding.ts'
import type { SecurityScoring } from '../scan-result.ts'

/** What one finding takes off the security score, in points; a multiple of 0.25, so that sums are exact. */
export function securityPenalty(
  finding: Pick<FoundFinding, 'severity' | 'cvss' | 'category'>,
  scoring: SecurityScoring,
): number {
  const severity = finding.category === 'malware' ? 'critical' : finding.severity
  if (severity === 'none') return suggestionPenalty
  if (scoring === 'severity') return severityPenalty[severity]
  const nominal = nominalCvss[severity]
  // A record of malware may carry a mild score: it costs at least what a critical one does.
  const cvss =
    finding.category === 'malware' ? Math.max(finding.cvss ?? 0, nominal) : (finding.cvss ?? nominal)
  return (5 * Math.round(cvss * 10)) / 10
}

/** An advisory of no severity is advice, not a vulnerability. */
const suggestionPenalty = 0.25

type Rated = Exclude<Severity, 'none'>

/** An unknown severity costs what a medium one does: it is neither ignored nor the worst. */
const severityPenalty: Record<Rated, number> = { critical: 25, high: 20, medium: 10, low: 5, unknown: 10 }

/**
 * For a severity without a score: the midpoint of its band, to one decimal; unknown as medium.
 * Bands: https://www.first.org/cvss/v3-1/specification-document#Qualitative-Severity-Rating-Scale
 */
const nominalCvss: Record<Rated, number> = { critical: 9.5, high: 8, medium: 5.5, low: 2, unknown: 5.5 }
