import type { Remediation, Scan } from '@assay/contract/metrics.ts'

/** The scans of a row with their fixes, from the API. */
export interface Details {
  scans: Scan[]
  remediations: { vulnerabilities: Remediation[] }
}

export const newestFirst = (scans: readonly Scan[]): Scan[] =>
  scans.toSorted((a, b) => b.timestamp - a.timestamp)

export interface ScanPoints {
  /** Oldest first, as drawn. */
  scans: Scan[]
  vulnerabilities: { x: number; y: number }[]
  scores: { x: number; y: number }[]
  /** Suggested maximum of the count axis. */
  countTop: number
}

export function scanPoints(given: readonly Scan[]): ScanPoints {
  const scans = newestFirst(given).toReversed()
  return {
    scans,
    vulnerabilities: scans.map(({ timestamp, vulnerabilityCount }) => ({
      x: timestamp,
      y: vulnerabilityCount,
    })),
    // The line has a gap where nothing was measured.
    scores: scans.map(({ timestamp, securityScore, measured }) => ({
      x: timestamp,
      y: measured.security ? securityScore : Number.NaN,
    })),
    countTop: Math.max(0, ...scans.map(({ vulnerabilityCount }) => vulnerabilityCount)) + 1,
  }
}

/** Change in vulnerabilities: the arrow and the absolute number. */
export function deltaOf({ vulnerabilityDelta }: Pick<Scan, 'vulnerabilityDelta'>) {
  const direction = vulnerabilityDelta > 0 ? 'increase' : vulnerabilityDelta < 0 ? 'decrease' : 'unchanged'
  return { direction, size: Math.abs(vulnerabilityDelta) } as const
}

/** The findings fixed by a scan. */
export const fixedAt = (
  { remediations }: Pick<Details, 'remediations'>,
  { timestamp }: Pick<Scan, 'timestamp'>,
): Remediation[] => remediations.vulnerabilities.filter(({ fixedWhen }) => fixedWhen === timestamp)
