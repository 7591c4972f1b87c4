import type { Overview, ScanItem } from '@assay/contract/scans.ts'
import { readConfiguration } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import {
  type AdvisoryKnowledge,
  dataOfScan,
  outcomesOfScan,
  outdatedEcosystems,
  readKnowledge,
} from '#knowledge/advisories/databases/freshness.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { coveredThen, gapsOfReport } from './stored/covered-then.ts'
import { findReport, type ReportChoice } from './stored/find-report.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import { findScanItem, listScans, type ScanItemRow } from '#scanning/scans/scan-list-store.ts'
import { findLastInfrastructureScan } from '#scanning/infrastructure/report-store.ts'
import { findPullRequests } from './pull-request-store.ts'
import { branchSummaryPages } from './stored/store.ts'

/** Limit for readability; older scans can be found by date on the dashboard. */
const maxScans = 200

export async function readOverview(
  context: Pick<AppContext, 'db' | 'config'>,
  scope: Scope,
  choice: ReportChoice,
) {
  const { db } = context
  const { project, branch, scan } = await findReport(db, scope, choice)
  const [configuration, scans, own, knowledge, pullRequests, infrastructure] = await Promise.all([
    readConfiguration(db, scope, project),
    listScans(db, scope, { branchUuid: scan.branch_uuid, limit: maxScans }),
    findScanItem(db, scope, scan.uuid),
    readKnowledge(context),
    findPullRequests(db, scope, { branchUuid: scan.branch_uuid, number: scan.number }),
    findLastInfrastructureScan(db, scope, { projectUuid: project.uuid, branchUuid: scan.branch_uuid }),
  ])
  const outdated = outdatedEcosystems(knowledge)
  const { security, stability, licensing } = configuration.minimumScores
  const branches = branchSummaryPages(db, scope, { projectUuid: project.uuid, since: null, outdated })
  return streamJson({
    project: { uuid: project.uuid, url: project.url, name: project.name, tags: project.tags },
    branch,
    branches: streamItems(branches, (each) => ({
      name: each.branch,
      timestamp: each.scannedAt.getTime(),
      reportUuid: each.reportUuid,
      security: each.security,
      ...wireCovered(each.covered, outdated),
      vulnerabilityCount: each.vulnerabilityCount,
    })),
    scan: {
      ...scanItem(own, knowledge),
      securityScoring: scan.security_scoring as Overview['scan']['securityScoring'],
      issues: scan.issues as Overview['scan']['issues'],
      gaps: gapsOfReport(scan),
      files: scan.files,
      advisoryData: dataOfScan(own, knowledge),
    },
    scans: scans.map((each) => scanItem(each, knowledge)),
    minimumScores: { security, stability, licensing },
    pullRequests,
    infrastructureFindingCount: infrastructure?.findingCount ?? null,
  })
}

export const scanItem = (row: ScanItemRow, knowledge: AdvisoryKnowledge): ScanItem => ({
  uuid: row.uuid,
  branch: row.branch,
  number: row.number,
  timestamp: row.scanned_at.getTime(),
  security: row.security_score,
  stability: row.stability_score,
  licensing: row.licensing_score,
  ...outcomesOfScan(row, knowledge),
  isDeclared: row.declared_outcome !== null,
  vulnerabilityCount: row.vulnerability_count,
  vulnerabilityDelta: row.vulnerability_delta,
  mitigationCount: row.mitigation_count,
  componentCount: row.component_count,
  ...coveredThen(row, knowledge),
  libyears: row.libyears,
  unknownReleases: row.unknown_releases,
  source: row.source,
})
