import type { Exclusion } from '@assay/contract/exclusions.ts'
import type { Finding } from '@assay/contract/findings.ts'

interface Made {
  projectUuid: string
  /** Epoch ms. */
  scannedAt: number
  /** The current user. */
  memberUuid: string
}

/** Whether a newer exclusion will suppress the finding in the next scan. */
export function isPendingBy(
  { projectUuid, teamUuids, createdBy, createdAt, expiresAt, ...target }: Exclusion,
  finding: Pick<Finding, 'advisoryUuid' | 'cve' | 'cves' | 'package' | 'versions'>,
  made: Made,
): boolean {
  if (createdAt <= made.scannedAt || (expiresAt !== null && expiresAt <= Date.now())) return false
  if (projectUuid !== null && projectUuid !== made.projectUuid) return false
  // Exclusions of other teams may not apply here.
  if (teamUuids !== null && projectUuid === null && createdBy !== made.memberUuid) return false
  return excludes(target, finding)
}

function excludes(
  { uuid, cve, library, version = '*' }: Pick<Exclusion, 'uuid' | 'cve' | 'library' | 'version'>,
  finding: Pick<Finding, 'advisoryUuid' | 'cve' | 'cves' | 'package' | 'versions'>,
): boolean {
  if (uuid !== undefined) return uuid === finding.advisoryUuid
  if (cve !== undefined) return finding.cve !== null && finding.cves.includes(cve.toUpperCase())
  if (library === undefined || library.name !== finding.package) return false
  return version === '*' || finding.versions.every((each) => each.version === version)
}
