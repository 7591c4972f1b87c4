import { displayId } from '@assay/engine/advisories/public-id.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { ProjectPart, Remediation, Scan } from '@assay/contract/metrics.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { outdatedEcosystems, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import { listRemediations, listScanFigures } from '#reporting/numbers/detail-store.ts'
import type { Window } from '#reporting/numbers/window.ts'

export interface ProjectDetails {
  scans?: Scan[]
  remediations?: { vulnerabilities: Remediation[] }
}

interface DetailRequest {
  branchUuids: readonly string[]
  window: Window
  include: readonly ProjectPart[]
}

/** The requested parts of the branches in the window, by branch. */
export async function readDetails(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  scope: Scope,
  { include, ...of }: DetailRequest,
): Promise<(branchUuid: string) => ProjectDetails> {
  const [knowledge, scans, remediations] = await Promise.all([
    readKnowledge({ db, config }),
    include.includes('scans') ? listScanFigures(db, scope, of) : null,
    include.includes('remediations') ? listRemediations(db, scope, of) : null,
  ])
  const outdated = outdatedEcosystems(knowledge)
  const scansOf = scans && Map.groupBy(scans, (row) => row.branch_uuid)
  const fixesOf = remediations && Map.groupBy(remediations, (row) => row.branchUuid)
  return (branchUuid) => ({
    ...(scansOf && { scans: (scansOf.get(branchUuid) ?? []).map((row) => wireScan(row, outdated)) }),
    ...(fixesOf && {
      remediations: { vulnerabilities: (fixesOf.get(branchUuid) ?? []).map(wireRemediation) },
    }),
  })
}

const wireScan = (
  row: Awaited<ReturnType<typeof listScanFigures>>[number],
  outdated: readonly string[],
): Scan => ({
  reportUUID: row.uuid,
  timestamp: row.scanned_at.getTime(),
  securityScore: row.security_score,
  ...wireCovered(row.covered, row.isNewest ? outdated : []),
  vulnerabilityCount: row.vulnerability_count,
  mitigationCount: row.mitigation_count,
  vulnerabilityDelta: row.vulnerability_delta,
  libyears: row.libyears,
})

const wireRemediation = (row: Awaited<ReturnType<typeof listRemediations>>[number]): Remediation => ({
  id: row.cve ?? row.adviceID,
  adviceID: row.adviceID,
  displayId: displayId({ ...row, advisoryUuid: row.adviceID }),
  severity: toWireSeverity[row.severity as Severity],
  daysToFix: row.daysToFix,
  fixedBy: row.fixedBy,
  fixedWhen: row.endedAt.getTime(),
  package: row.package,
})
