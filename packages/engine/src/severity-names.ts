import { type Severity, toWireSeverity, type WireSeverity } from './vocabulary.ts'

/** For people, in all outputs and the interface; by their names in the API. */
export const severityNames: Readonly<Record<WireSeverity, string>> = {
  CRITICAL: 'Critical',
  HIGH: 'High',
  MEDIUM: 'Medium',
  LOW: 'Low',
  NA: 'Unrated',
  NONE: 'None',
  SUGGEST: 'Suggestion',
}

export const severityName = (severity: Severity): string => severityNames[toWireSeverity[severity]]

/** '8 critical': after a number, the interface writes them in lower case. */
export const severityCount = (count: number, severity: WireSeverity): string =>
  `${count} ${severityNames[severity].toLowerCase()}`
