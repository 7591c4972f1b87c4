import { type WireSeverity, wireSeverities } from '@assay/engine/vocabulary.ts'

/** Negative if a is more severe: by severity, then by score. */
export const compareSeverity = (a: Rated, b: Rated): number =>
  wireSeverities.indexOf(a.severity) - wireSeverities.indexOf(b.severity) || (b.cvss ?? -1) - (a.cvss ?? -1)

interface Rated {
  severity: WireSeverity
  cvss: number | null
}
