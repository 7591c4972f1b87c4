import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { ScanRow } from './store.ts'

export interface WhyExcluded {
  uuid: string
  reason: string
  description: string
  repositoryFile?: string | undefined
}

/** Why a listed finding does not count: an exclusion, or a statement from a VEX document or the scanned document. */
export function whyExcluded(
  { exclusionUuid, versions }: Pick<FoundFinding, 'exclusionUuid' | 'versions'>,
  exclusions: readonly WhyExcluded[],
  scan: Pick<ScanRow, 'uuid'>,
): WhyExcluded | null {
  if (exclusionUuid !== null) {
    const found = exclusions.find(({ uuid }) => uuid === exclusionUuid)
    if (!found) return null
    const { uuid, reason, description, repositoryFile } = found
    return { uuid, reason, description, ...(repositoryFile !== undefined && { repositoryFile }) }
  }
  const assessment = versions[0]?.vex
  if (!assessment) return null
  const { status, justification, detail, source } = assessment
  const reason = `VEX: ${status.replaceAll('_', ' ')}`
  const description = [justification?.replaceAll('_', ' ') ?? '', detail]
    .filter((text) => text !== '')
    .join(': ')
  return { uuid: source?.documentUuid ?? scan.uuid, reason, description }
}
