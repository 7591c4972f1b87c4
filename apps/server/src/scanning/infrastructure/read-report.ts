import type { IsaacFinding, IsaacReport } from '@assay/contract/isaac.ts'
import type { EvaluatedResult } from '@assay/engine/infrastructure/apply-policies.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import { type EndKind, type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject } from '#projects/project-store.ts'
import {
  findInfrastructureScan,
  findLastInfrastructureScan,
  type InfrastructureScanRow,
  readExcluded,
  resultPages,
  type ResultRow,
} from './report-store.ts'

interface Choice {
  projectUuid: string
  branch?: string | undefined
  reportUuid?: string | undefined
}

/** Throws 404 for an inaccessible project or branch, or if there is no infrastructure scan. */
async function findScan(db: Database, scope: Scope, { projectUuid, branch: name, reportUuid }: Choice) {
  const project = (await findProject(db, scope, projectUuid)) ?? throwNotFound('project')
  const of = { projectUuid: project.uuid }
  if (reportUuid !== undefined)
    return {
      project,
      scan: (await findInfrastructureScan(db, scope, { ...of, uuid: reportUuid })) ?? throwNotFound('report'),
    }
  const branch =
    name === undefined
      ? undefined
      : ((await findBranch(db, scope, { ...of, name })) ?? throwNotFound('report'))
  const scan = await findLastInfrastructureScan(db, scope, { ...of, branchUuid: branch?.uuid })
  return { project, scan }
}

export async function readReport(db: Database, scope: Scope, choice: Choice): Promise<IsaacReport> {
  const { project, scan: found } = await findScan(db, scope, choice)
  const scan = found ?? throwNotFound('report')
  const counts = scan.severities as Partial<Record<Severity, number>>
  return {
    uuid: scan.uuid,
    tool: 'ISAAC',
    timestamp: scan.scannedAt.getTime(),
    project: { uuid: project.uuid, name: project.name, url: project.url, branch: scan.branch },
    scanners: scan.tools,
    findingCount: scan.findingCount,
    severities: {
      CRITICAL: counts.critical ?? 0,
      HIGH: counts.high ?? 0,
      MEDIUM: counts.medium ?? 0,
      LOW: counts.low ?? 0,
      NA: (counts.unknown ?? 0) + (counts.none ?? 0),
    },
    introducedCount: scan.introducedCount,
    fixedCount: scan.fixedCount,
    excludedCount: scan.excludedCount,
    issues: scan.issues as Issue[],
  }
}

/** Findings first, then excluded results. */
export async function listFindings(db: Database, scope: Scope, choice: Choice) {
  const { scan } = await findScan(db, scope, choice)
  return streamItems(scan ? findingPages(db, scope, scan) : noPages(), (finding: IsaacFinding) => finding)
}

async function* noPages(): AsyncGenerator<IsaacFinding[]> {}

async function* findingPages(
  db: Database,
  scope: Scope,
  scan: InfrastructureScanRow,
): AsyncGenerator<IsaacFinding[]> {
  for await (const rows of resultPages(db, scope, scan)) yield rows.map((row) => findingOf(row, scan))
  for (let from = 0; from < scan.excludedCount;) {
    const results = await readExcluded(db, scope, { uuid: scan.uuid, from })
    if (results.length === 0) return
    yield results.map(excludedOf)
    from += results.length
  }
}

/** State at the time of the scan: if a finding ended later, that is not shown. */
function findingOf(
  row: ResultRow,
  { number, scannedAt }: Pick<InfrastructureScanRow, 'number' | 'scannedAt'>,
): IsaacFinding {
  const hasEnded = row.ended_number === number
  return {
    sysid: row.sysid,
    tool: row.tool,
    path: row.path,
    line: row.line,
    message: row.message,
    severity: toWireSeverity[row.severity as Severity],
    lifetime: {
      introducedAt: row.introduced_at.getTime(),
      // One that was excluded in between keeps its introduction.
      isNew: row.introduced_number === number && row.introduced_at.getTime() === scannedAt.getTime(),
      endedAt: hasEnded ? row.ended_at!.getTime() : null,
      endKind: hasEnded ? (row.end_kind as EndKind) : null,
      daysToFix: hasEnded ? row.days_to_fix : null,
    },
    exclusion: null,
  }
}

const excludedOf = ({
  sysid,
  tool,
  path,
  line,
  message,
  severity,
  excluded,
}: EvaluatedResult): IsaacFinding => ({
  sysid,
  tool,
  path,
  line,
  message,
  severity: toWireSeverity[severity],
  lifetime: null,
  exclusion: excluded,
})
