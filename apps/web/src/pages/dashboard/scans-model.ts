import type { Remediation, Scan } from '@assay/contract/metrics.ts'

/** The scans of a row and what was fixed in them, as the API has them. */
export interface Details {
  scans: Scan[]
  remediations: { vulnerabilities: Remediation[] }
}

export const newestFirst = (scans: readonly Scan[]): Scan[] =>
  scans.toSorted((a, b) => b.timestamp - a.timestamp)

export interface ScanPoints {
  /** Oldest first, as a line is drawn. */
  scans: Scan[]
  vulnerabilities: { x: number; y: number }[]
  scores: { x: number; y: number }[]
  /** What the axis of counts suggests as its top. */
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
    scores: scans.map(({ timestamp, securityScore }) => ({ x: timestamp, y: securityScore })),
    countTop: Math.max(0, ...scans.map(({ vulnerabilityCount }) => vulnerabilityCount)) + 1,
  }
}

/** How the vulnerabilities changed: the arrow, and the number beside it without its sign. */
export function deltaOf({ vulnerabilityDelta }: Pick<Scan, 'vulnerabilityDelta'>) {
  const direction = vulnerabilityDelta > 0 ? 'increase' : vulnerabilityDelta < 0 ? 'decrease' : 'unchanged'
  return { direction, size: Math.abs(vulnerabilityDelta) } as const
}

/** What was fixed at a scan. */
export const fixedAt = (
  { remediations }: Pick<Details, 'remediations'>,
  { timestamp }: Pick<Scan, 'timestamp'>,
): Remediation[] => remediations.vulnerabilities.filter(({ fixedWhen }) => fixedWhen === timestamp)
