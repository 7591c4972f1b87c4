import { type Severity, severities, toWireSeverity } from '@assay/engine/vocabulary.ts'

/** For people; as in the interface. */
export const severityNames: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'None',
  unknown: 'Unrated',
}

const byWireName = new Map<string, string>(
  severities.map((severity) => [toWireSeverity[severity], severityNames[severity]]),
)

/** Of a severity as the API names it. */
export const nameOfWireSeverity = (severity: string): string => byWireName.get(severity) ?? severity
