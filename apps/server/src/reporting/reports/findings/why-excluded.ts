import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { describeNoImpact } from '@assay/engine/reports/describe-no-impact.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'

export interface WhyExcluded {
  uuid: string
  reason: string
  description: string
  repositoryFile?: string | undefined
}

/** Why a listed finding does not count: an exclusion, a statement from a VEX document or the scanned one, its rating. */
export function whyExcluded(
  finding: Pick<FoundFinding, 'exclusionUuid' | 'versions' | 'rating' | 'ecosystem'>,
  exclusions: readonly WhyExcluded[],
  scan: Pick<ScanRow, 'uuid'>,
): WhyExcluded | null {
  const { exclusionUuid, versions } = finding
  if (exclusionUuid !== null) {
    const found = exclusions.find(({ uuid }) => uuid === exclusionUuid)
    if (!found) return null
    const { uuid, reason, description, repositoryFile } = found
    return { uuid, reason, description, ...(repositoryFile !== undefined && { repositoryFile }) }
  }
  const assessment = versions[0]?.vex
  if (!assessment) {
    const why = describeNoImpact(finding)
    return why && { uuid: scan.uuid, ...why }
  }
  const { status, justification, detail, source } = assessment
  const reason = `VEX: ${status.replaceAll('_', ' ')}`
  const description = [justification?.replaceAll('_', ' ') ?? '', detail]
    .filter((text) => text !== '')
    .join(': ')
  return { uuid: source?.documentUuid ?? scan.uuid, reason, description }
}
