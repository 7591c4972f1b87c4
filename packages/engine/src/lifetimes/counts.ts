import { isCleared } from '../policies/vex.ts'
import type { FoundFinding } from './finding.ts'

/** Whether a finding counts: no exclusion covers it, and no statement suppresses all of its affected versions. */
export function isCounted({
  exclusionUuid,
  versions,
}: Pick<FoundFinding, 'exclusionUuid' | 'versions'>): boolean {
  return exclusionUuid === null && (versions.length === 0 || versions.some(({ vex }) => !isCleared(vex)))
}
