import type { ProjectMetrics } from '@assay/contract/intake/dependency-track-objects.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import type { VersionRow } from './versions-store.ts'

export type OpenBySeverity = Partial<Record<Severity, number>>

/** What is not in the severities. */
export interface MoreNumbers {
  components: number
  vulnerableComponents: number
  suppressed: number
  licenseViolations: number
  at: Date
}

/** Their names of severities; they have no word for harmless findings but low. */
const severitiesOf = (open: OpenBySeverity) => ({
  critical: open.critical ?? 0,
  high: open.high ?? 0,
  medium: open.medium ?? 0,
  low: (open.low ?? 0) + (open.none ?? 0),
  unassigned: open.unknown ?? 0,
})

/** Weights of their risk score, by severity. */
const riskOf = ({ critical, high, medium, low, unassigned }: ReturnType<typeof severitiesOf>) =>
  10 * critical + 5 * high + 3 * medium + low + 5 * unassigned

export function metricsOf(open: OpenBySeverity, more: MoreNumbers): ProjectMetrics {
  const severities = severitiesOf(open)
  const { components, vulnerableComponents, suppressed, licenseViolations, at } = more
  const vulnerabilities = Object.values(severities).reduce((sum, count) => sum + count, 0)
  return {
    ...severities,
    vulnerabilities,
    vulnerableComponents,
    components,
    suppressed,
    findingsTotal: vulnerabilities,
    findingsAudited: suppressed,
    findingsUnaudited: vulnerabilities,
    inheritedRiskScore: riskOf(severities),
    policyViolationsFail: licenseViolations,
    policyViolationsWarn: 0,
    policyViolationsInfo: 0,
    policyViolationsTotal: licenseViolations,
    policyViolationsAudited: 0,
    policyViolationsUnaudited: licenseViolations,
    policyViolationsLicenseTotal: licenseViolations,
    policyViolationsSecurityTotal: 0,
    policyViolationsOperationalTotal: 0,
    firstOccurrence: at.getTime(),
    lastOccurrence: at.getTime(),
  }
}

export const metricsOfVersion = (row: VersionRow): ProjectMetrics =>
  metricsOf(row.open, {
    components: row.componentCount,
    vulnerableComponents: row.vulnerableComponents,
    suppressed: row.suppressed,
    licenseViolations: row.licenseViolations,
    at: row.lastScannedAt ?? row.createdAt,
  })
