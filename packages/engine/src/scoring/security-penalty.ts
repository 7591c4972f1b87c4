import type { AdvisoryCategory, Severity } from '../vocabulary.ts'
import type { FoundFinding } from '../lifetimes/finding.ts'
import type { SecurityScoring } from '../vocabulary.ts'

/** Penalty of one finding on the security score in points; a multiple of 0.25, so that sums are exact. */
export function securityPenalty(finding: Rateable, scoring: SecurityScoring): number {
  const severity = finding.category === 'malware' ? 'critical' : finding.severity
  if (severity === 'none') return suggestionPenalty
  if (scoring !== 'cvss') return severityPenalty[severity]
  return (5 * Math.round(assumedCvss(finding) * 10)) / 10
}

/**
 * The effective CVSS score of a finding, 0.0 to 10.0: its own, as far as it is within its severity, which may be a
 * distribution's rating; otherwise the middle of its severity.
 */
export function assumedCvss({ severity, cvss, category }: Rateable): number {
  // Malware records may have a low score: they count at least as critical.
  if (category === 'malware') return Math.max(cvss ?? 0, nominalCvss.critical)
  if (severity === 'none') return 0
  if (cvss === null) return nominalCvss[severity]
  const [least, most] = bandOf[severity]
  return Math.min(most, Math.max(least, cvss))
}

/** CVSS 2.0 has no critical scores, and low ones from 0.0. */
const bandOf: Record<Rated, readonly [least: number, most: number]> = {
  critical: [9, 10],
  high: [7, 10],
  medium: [4, 6.9],
  low: [0, 3.9],
  unknown: [0, 10],
}

/**
 * Score and severity for reports: programs read a missing score as 0.0 and a missing severity as none. A score without
 * severity gets the severity of its band; an unknown one counts as medium. A known score is that of the vulnerability,
 * even if a distribution rates it differently.
 */
export function assumedRating(finding: Rateable): { severity: Severity; cvss: number } {
  const isKnown = finding.cvss !== null && finding.category !== 'malware'
  const cvss = Math.round((isKnown ? finding.cvss! : assumedCvss(finding)) * 10) / 10
  if (finding.category === 'malware') return { severity: 'critical', cvss }
  if (finding.severity !== 'unknown') return { severity: finding.severity, cvss }
  const band = bands.find(([, from]) => cvss >= from)
  return { severity: band?.[0] ?? 'none', cvss }
}

const bands = [
  ['critical', 9],
  ['high', 7],
  ['medium', 4],
  ['low', 0.1],
] as const

interface Rateable extends Pick<FoundFinding, 'severity' | 'cvss'> {
  category: AdvisoryCategory
}

/** An advisory with severity none is a recommendation, not a vulnerability. */
const suggestionPenalty = 0.25

type Rated = Exclude<Severity, 'none'>

/** An unknown severity counts as medium: neither ignored nor the worst case. */
const severityPenalty: Record<Rated, number> = { critical: 25, high: 20, medium: 10, low: 5, unknown: 10 }

/**
 * For a severity without a score: the midpoint of its band, to one decimal; unknown as medium.
 * Bands: https://www.first.org/cvss/v3-1/specification-document#Qualitative-Severity-Rating-Scale
 */
const nominalCvss: Record<Rated, number> = { critical: 9.5, high: 8, medium: 5.5, low: 2, unknown: 5.5 }
