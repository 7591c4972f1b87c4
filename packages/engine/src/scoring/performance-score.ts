/** What the performance score reads of a scan. */
export interface ScanPoint {
  /** 0 to 100. */
  securityScore: number
  /** Findings open after the scan. */
  vulnerabilityCount: number
}

/**
 * How much a branch got better between its first and last scan of a window: 1000 times the rise of the
 * security score plus the drop in vulnerabilities. 0 when both are the same scan, or when there is none.
 */
export function performanceScore(first: ScanPoint | null, last: ScanPoint | null): number {
  if (!first || !last) return 0
  return (
    1000 * (last.securityScore - first.securityScore) + (first.vulnerabilityCount - last.vulnerabilityCount)
  )
}
