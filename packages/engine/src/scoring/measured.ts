import type { Coverage } from '../coverage.ts'
import type { FoundFinding } from '../lifetimes/finding.ts'
import type { ComponentAge, ComponentLicense } from '../scan-result.ts'
import type { Domain } from '../vocabulary.ts'

interface Facts {
  coverage: Coverage
  findings: readonly FoundFinding[]
  ages: readonly ComponentAge[]
  licenses: readonly ComponentLicense[]
}

/**
 * Whether each score is based on anything: security on a comparison with current advisories or a finding, stability on
 * known releases, licensing on a known license or a violation. Nothing listed is measured if everything was read.
 */
export function findMeasured({ coverage, findings, ages, licenses }: Facts): Record<Domain, boolean> {
  const { listed, checked, gaps } = coverage
  if (listed === 0) {
    const isRead = gaps.length === 0
    return { security: isRead, stability: isRead, licensing: isRead }
  }
  return {
    security: checked > 0 || findings.length > 0,
    stability: ages.some(({ hasKnownReleases }) => hasKnownReleases),
    licensing: licenses.some(({ origin, violations }) => origin.source !== null || violations.length > 0),
  }
}
