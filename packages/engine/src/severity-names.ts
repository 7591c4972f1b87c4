import { type Severity, toWireSeverity, type WireSeverity } from './vocabulary.ts'

type Names = Readonly<Record<WireSeverity, string>>

/** Display names in every output and in the interface, by API name. */
export const severityNames: Names = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  NA: 'Unrated',
  NONE: 'None',
  SUGGEST: 'Suggestion',
}

/** Within a sentence, after a number: '8 critical'. */
export const severityWords: Names = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
  NA: 'unrated',
  NONE: 'none',
  SUGGEST: 'suggested',
}

export const germanSeverityNames: Names = {
  CRITICAL: 'Kritisch',
  HIGH: 'Hoch',
  MEDIUM: 'Mittel',
  LOW: 'Niedrig',
  NA: 'Ohne Bewertung',
  NONE: 'Keine',
  SUGGEST: 'Vorschlag',
}

export const germanSeverityWords: Names = {
  CRITICAL: 'kritisch',
  HIGH: 'hoch',
  MEDIUM: 'mittel',
  LOW: 'niedrig',
  NA: 'ohne Bewertung',
  NONE: 'keine',
  SUGGEST: 'Vorschlag',
}

export const severityName = (severity: Severity): string => severityNames[toWireSeverity[severity]]

/** '8 critical' */
export const severityCount = (count: number, severity: WireSeverity): string =>
  `${count} ${severityWords[severity]}`
