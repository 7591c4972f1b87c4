import type { Coverage } from '../coverage.ts'
import { gapFacts } from '../gap-reasons.ts'
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
 * Whether each score is based on anything: security on a comparison with current advisories, a finding or the absence
 * of gaps, stability on known releases, licensing on a known license or a violation. If nothing is listed, all are
 * measured, unless something was not read.
 */
export function findMeasured({ coverage, findings, ages, licenses }: Facts): Record<Domain, boolean> {
  const isFree = !coverage.gaps.some(({ reason }) => gapFacts[reason].mayHideVulnerability)
  if (coverage.listed === 0) return { security: isFree, stability: isFree, licensing: isFree }
  return {
    security: isFree || coverage.checked > 0 || findings.length > 0,
    stability: ages.some(({ hasKnownReleases }) => hasKnownReleases),
    licensing: licenses.some(({ origin, violations }) => origin.source !== null || violations.length > 0),
  }
}
