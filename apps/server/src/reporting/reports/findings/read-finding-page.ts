import type { FindingPage } from '@assay/contract/scans.ts'
import { Uuid } from '@assay/contract/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import { largeResponse } from '#auth/router/large-response.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { maxPageRows } from '#platform/database/read-pages.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'
import { graphBytesPerComponent } from '#reporting/reports/components/dependency-graph.ts'
import { findAnyReport, type ReportChoice } from '#reporting/reports/stored/find-report.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'
import { findingKeysBySeverity, findingPages, readExcluded } from './finding-pages-store.ts'
import { type Context, describeFound, type Found, fromExcluded, fromRow } from './list-findings.ts'

interface PageChoice extends ReportChoice {
  cursor?: string | undefined
  limit: number
}

/** A page of the findings of a report. Later ones are of the same report, whatever was scanned meanwhile. */
export async function readFindingPage(context: Context, scope: Scope, { cursor, limit, ...of }: PageChoice) {
  const position = positionOf(cursor)
  const report = await findAnyReport(context.db, scope, { ...of, ...position?.report })
  if (!report) return { reportUuid: null, findings: [], total: 0, nextCursor: null } satisfies FindingPage
  const { scan } = report
  const start = position?.start ?? 0
  const isPart = limit <= maxPageRows
  return largeResponse(scan.component_count * graphBytesPerComponent, async () => {
    const { pages, total } = await findPage(context, scope, { scan, start, limit })
    return streamJson({
      reportUuid: scan.uuid,
      findings: new ItemStream(describeFound(context, scope, { scan, pages, isPart })),
      total,
      nextCursor: start + limit < total ? writeCursor([scan.uuid, String(start + limit)]) : null,
    })
  })
}

function positionOf(cursor: string | undefined) {
  const values = readCursor(cursor, 2)
  if (values === null) return null
  const [reportUuid, start] = values as [string, string]
  if (!Uuid.safeParse(reportUuid).success || !/^\d{1,8}$/.test(start))
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return { report: { reportUuid }, start: Number(start) }
}

interface Page {
  scan: ScanRow
  start: number
  limit: number
}

async function findPage({ db }: Context, scope: Scope, { scan, start, limit }: Page) {
  const { branch_uuid: branchUuid, number, uuid } = scan
  const counted = await findingKeysBySeverity(db, scope, { branchUuid, number })
  const keys = counted.page(start, limit)
  const from = Math.max(0, start - counted.length)
  const excluded = await readExcluded(db, scope, { uuid, from, limit: limit - keys.length })
  const pages = (async function* (): AsyncGenerator<Found[]> {
    for await (const rows of findingPages(db, scope, { keys, number })) yield rows.map(fromRow)
    if (excluded.found.length > 0) yield excluded.found.map(fromExcluded)
  })()
  return { pages, total: counted.length + excluded.count }
}
