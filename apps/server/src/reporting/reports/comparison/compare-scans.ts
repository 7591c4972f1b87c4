import { displayId } from '@assay/engine/advisories/public-id.ts'
import { compareComponents } from '@assay/engine/lifetimes/compare-components.ts'
import type { ComparedFinding } from '@assay/contract/findings.ts'
import type { ComponentChange } from '@assay/contract/scans.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import type { Database } from '#platform/database/database.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import type { Position } from '#reporting/reports/components/component-pages-store.ts'
import { lifetimeOf } from '#reporting/reports/findings/lifetime.ts'
import { cvesOf, severityOf } from '#reporting/reports/findings/list-findings.ts'
import { scanItem } from '#reporting/reports/read-overview.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'
import { findScanItem, scanUuids } from '#scanning/scans/scan-list-store.ts'
import { changedVersions } from './changed-components-store.ts'
import {
  type Compared,
  type ComparedAt,
  type ComparedKeys,
  comparedKeys,
  comparedPages,
  countChanged,
} from './compared-pages-store.ts'
import { type ComparisonChoice, findCompared } from './find-compared.ts'

export async function compareScans(
  context: Pick<AppContext, 'db' | 'config'>,
  scope: Scope,
  choice: ComparisonChoice,
) {
  const { db } = context
  const { from, to } = await findCompared(db, scope, choice)
  const compared = { from: positionOf(from.scan), to: positionOf(to.scan) }
  const [fromRow, toRow, components, lists, knowledge] = await Promise.all([
    findScanItem(db, scope, from.scan.uuid),
    findScanItem(db, scope, to.scan.uuid),
    changedComponents(db, scope, compared),
    comparedLists(db, scope, compared),
    readKnowledge(context),
  ])
  return streamJson({
    from: scanItem(fromRow, knowledge),
    to: scanItem(toRow, knowledge),
    components: new ItemStream(chunksOf(components)),
    ...lists,
  })
}

export const positionOf = ({ branch_uuid: branchUuid, number }: ScanRow): Position => ({ branchUuid, number })

/** The packages that differ, with how many findings that opened and fixed. */
export async function changedComponents(
  db: Database,
  scope: Scope,
  compared: Compared,
): Promise<ComponentChange[]> {
  const [versions, counts] = await Promise.all([
    changedVersions(db, scope, compared),
    countChanged(db, scope, compared),
  ])
  const key = (ecosystem: string | null, packageName: string) => `${ecosystem ?? ''}\n${packageName}`
  const countOf = new Map(counts.map((each) => [key(each.ecosystem, each.packageName), each]))
  return compareComponents(versions).map(({ packageName, name, ...change }) => {
    const { introduced = 0, fixed = 0 } = countOf.get(key(change.ecosystem, packageName)) ?? {}
    return { ...change, package: name, introduced, fixed }
  })
}

/** The findings of each list, read on demand. */
export async function comparedLists(db: Database, scope: Scope, compared: Compared) {
  const keys = await comparedKeys(db, scope, compared)
  const numbers = { from: compared.from.number, to: compared.to.number }
  const list = (name: keyof ComparedKeys, at: Position) =>
    new ItemStream(comparedItems(db, scope, { keys: keys[name], at, ...numbers }))
  return {
    introduced: list('introduced', compared.to),
    fixed: list('fixed', compared.from),
    dropped: list('dropped', compared.from),
    unchanged: list('unchanged', compared.to),
  }
}

const itemsAtOnce = 500

async function* chunksOf<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += itemsAtOnce)
    yield await Promise.resolve(items.slice(start, start + itemsAtOnce))
}

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
    yield rows.map((row) => comparedOf(row, uuids))
  }
}

const comparedOf = (row: ComparedAt, uuids: Map<number, string>): ComparedFinding => ({
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
