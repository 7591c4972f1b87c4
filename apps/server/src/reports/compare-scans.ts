import type { ComparedFinding, Comparison } from '@assay/contract/scans.ts'
import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { findReport } from './find-report.ts'
import { lifetimeOf } from './lifetime.ts'
import { severityOf } from './list-findings.ts'
import { scanItem } from './read-overview.ts'
import { findScanRow, scanUuids } from './scans-store.ts'
import { type FindingAt, listFindingsAt, type ScanRow } from './store.ts'

/** Of two scans of one project. Of one branch the older comes first, whichever is named first. */
export async function compareScans(
  db: Database,
  scope: Scope,
  named: { projectUuid: string; from: string; to: string },
): Promise<Comparison> {
  const [a, b] = await Promise.all(
    [named.from, named.to].map(async (reportUuid) => {
      const { scan } = await findReport(db, scope, { projectUuid: named.projectUuid, reportUuid })
      return { scan, findings: await readFindings(db, scope, scan) }
    }),
  )
  const isOneBranch = a!.scan.branch_uuid === b!.scan.branch_uuid
  const [from, to] = isOneBranch && a!.scan.number > b!.scan.number ? [b!, a!] : [a!, b!]
  const [fromRow, toRow] = await Promise.all([
    findScanRow(db, scope, from.scan.uuid),
    findScanRow(db, scope, to.scan.uuid),
  ])
  return { from: scanItem(fromRow), to: scanItem(toRow), ...sort(from.findings, to.findings, isOneBranch) }
}

type Findings = Map<string, ComparedFinding>

/** By package and advisory: a finding that went and came again is the same one to who compares two scans. */
async function readFindings(db: Database, scope: Scope, scan: ScanRow): Promise<Findings> {
  const branchUuid = scan.branch_uuid
  const rows = await listFindingsAt(db, scope, { branchUuid, number: scan.number })
  const numbers = rows.flatMap((each) => [each.introduced_number, each.ended_number ?? []].flat())
  const uuids = await scanUuids(db, scope, { branchUuid, numbers })
  return new Map(rows.map((row) => [keyOf(row), compared(row, uuids)]))
}

const keyOf = (row: FindingAt) => `${row.ecosystem} ${row.package_name} ${row.advisoryUuid}`

const compared = (row: FindingAt, uuids: Map<number, string>): ComparedFinding => ({
  ...{ advisoryUuid: row.advisoryUuid, cve: row.cve, ...severityOf(row), fixedVersions: row.fixed_versions },
  ...{ ecosystem: row.ecosystem, package: row.display_name },
  ...{ before: [], after: row.spans.map(({ version }) => version) },
  lifetime: lifetimeOf(row, (number) => uuids.get(number)!),
})

function sort(from: Findings, to: Findings, isOneBranch: boolean) {
  const unchanged: ComparedFinding[] = []
  const introduced: ComparedFinding[] = []
  for (const [key, finding] of to) {
    const before = from.get(key)?.after
    if (before) unchanged.push({ ...finding, before })
    else introduced.push(finding)
  }
  const gone = [...from]
    .filter(([key]) => !to.has(key))
    .map(([, finding]) => ({ ...finding, before: finding.after, after: [] }))
  // On another branch nothing ended: it is just not there.
  const isFixed = ({ lifetime }: ComparedFinding) =>
    !isOneBranch || lifetime.endKind === 'upgraded' || lifetime.endKind === 'removed'
  const { fixed = [], dropped = [] } = Object.groupBy(gone, (each) => (isFixed(each) ? 'fixed' : 'dropped'))
  return { introduced, fixed, dropped, unchanged }
}
