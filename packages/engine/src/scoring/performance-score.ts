/** The scan fields used by the performance score. */
export interface ScanPoint {
  /** 0 to 100. */
  securityScore: number
  /** Findings open after the scan. */
  vulnerabilityCount: number
}

/**
 * Improvement of a branch between its first and last scan of a window: 1000 times the increase of the security score
 * plus the decrease in vulnerabilities. 0 if both are the same scan or there is none.
 */
export function performanceScore(first: ScanPoint | null, last: ScanPoint | null): number {
  if (!first || !last) return 0
  return (
    1000 * (last.securityScore - first.securityScore) + (first.vulnerabilityCount - last.vulnerabilityCount)
  )
}
