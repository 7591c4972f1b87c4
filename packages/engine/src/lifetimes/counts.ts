import { isCleared } from '../policies/vex.ts'
import type { FoundFinding } from './finding.ts'

/**
 * Whether a finding counts: no exclusion covers it, no statement suppresses all of its affected versions, and the
 * distribution does not rate it as having no impact.
 */
export function isCounted({
  exclusionUuid,
  versions,
  rating,
}: Pick<FoundFinding, 'exclusionUuid' | 'versions' | 'rating'>): boolean {
  if (exclusionUuid !== null || rating === 'none') return false
  return versions.length === 0 || versions.some(({ vex }) => !isCleared(vex))
}
