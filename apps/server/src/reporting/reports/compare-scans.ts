import { displayId } from '@assay/engine/advisories/public-id.ts'
import type { ComparedFinding } from '@assay/contract/findings.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { readKnowledge } from '#knowledge/advisories/freshness.ts'
import type { Database } from '#platform/database/database.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { type ComparedAt, type ComparedKeys, comparedKeys, comparedPages } from './compared-pages-store.ts'
import type { Position } from './components/component-pages-store.ts'
import { findReport } from './stored/find-report.ts'
import { lifetimeOf } from './findings/lifetime.ts'
import { cvesOf, severityOf } from './findings/list-findings.ts'
import { scanItem } from './read-overview.ts'
import { findScanItem, scanUuids } from '#scanning/scans/scan-list-store.ts'
import type { ScanRow } from './stored/store.ts'

/** Compares two scans of a project. On one branch, the older one always comes first. */
export async function compareScans(
  context: Pick<AppContext, 'db' | 'config'>,
  scope: Scope,
  named: { projectUuid: string; from: string; to: string },
) {
  const { db } = context
  const [a, b] = await Promise.all(
    [named.from, named.to].map(async (reportUuid) => {
      const { scan } = await findReport(db, scope, { projectUuid: named.projectUuid, reportUuid })
      return scan
    }),
  )
  const isOneBranch = a!.branch_uuid === b!.branch_uuid
  const [from, to] = isOneBranch && a!.number > b!.number ? [b!, a!] : [a!, b!]
  const [fromRow, toRow, keys, knowledge] = await Promise.all([
    findScanItem(db, scope, from.uuid),
    findScanItem(db, scope, to.uuid),
    comparedKeys(db, scope, { from: positionOf(from), to: positionOf(to) }),
    readKnowledge(context),
  ])
  const list = (name: keyof ComparedKeys, at: Position) =>
    new ItemStream(comparedItems(db, scope, { keys: keys[name], at, from: from.number, to: to.number }))
  return streamJson({
    from: scanItem(fromRow, knowledge),
    to: scanItem(toRow, knowledge),
    introduced: list('introduced', positionOf(to)),
    fixed: list('fixed', positionOf(from)),
    dropped: list('dropped', positionOf(from)),
    unchanged: list('unchanged', positionOf(to)),
  })
}

const positionOf = ({ branch_uuid: branchUuid, number }: ScanRow): Position => ({ branchUuid, number })

interface List {
  keys: ComparedKeys[keyof ComparedKeys]
  /** The scan whose findings are listed. */
  at: Position
  from: number
  to: number
}

async function* comparedItems(
  db: Database,
  scope: Scope,
  { at, ...list }: List,
): AsyncGenerator<ComparedFinding[]> {
  for await (const rows of comparedPages(db, scope, list)) {
    const numbers = rows.flatMap((each) => [each.introduced_number, each.ended_number ?? []].flat())
    const uuids = await scanUuids(db, scope, { branchUuid: at.branchUuid, numbers })
    yield rows.map((row) => compared(row, uuids))
  }
}

const compared = (row: ComparedAt, uuids: Map<number, string>): ComparedFinding => ({
  advisoryUuid: row.advisoryUuid,
  displayId: displayId({ cve: row.cve, publicId: row.public_id, advisoryUuid: row.advisoryUuid }),
  cve: row.cve,
  cves: cvesOf(row),
  ...severityOf(row),
  fixedVersions: row.fixed_versions,
  ecosystem: row.ecosystem,
  package: row.display_name,
  before: row.before,
  after: row.after,
  lifetime: lifetimeOf(row, (number) => uuids.get(number)!),
})
