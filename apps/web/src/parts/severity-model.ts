import type { WireSeverity } from '@assay/contract/vocabulary.ts'

/** The worst first; what is not known may be anything, so it stands above what is known to be harmless. */
export const severities = [
  'CRITICAL',
  'HIGH',
  'MEDIUM',
  'LOW',
  'NA',
  'NONE',
  'SUGGEST',
] as const satisfies readonly WireSeverity[]

/** Negative when a is worse: by severity, then by score. */
export const compareSeverity = (a: Rated, b: Rated): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) || (b.cvss ?? -1) - (a.cvss ?? -1)

interface Rated {
  severity: WireSeverity
  cvss: number | null
}
