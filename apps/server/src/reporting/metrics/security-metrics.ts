import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type {
  MetricsProject,
  MetricsRows,
  ProjectPart,
  RankedProject,
  SecurityMetrics,
} from '@assay/contract/metrics.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { type JsonStream, type Streamable, streamJson } from '#platform/http/json-stream.ts'
import { type Position, readCursor, writeCursor } from '#reporting/numbers/cursor.ts'
import type { Figures, MetricsRow, Page, RankedRow, Selection } from '#reporting/numbers/metrics-response.ts'
import { sortValueOf } from '#reporting/numbers/page-of-rows.ts'
import { checkOwners, selectionOf } from '#reporting/numbers/selection.ts'
import { splitName } from '#reporting/numbers/split-name.ts'
import type { Window } from '#reporting/numbers/window.ts'
import { readDetails } from './project-details.ts'
import { type CoverageOf, readCoverage } from './row-coverage.ts'

export type MetricsQuery = ParsedInput<typeof contract.metrics.security>['query']

type RowsQuery = ParsedInput<typeof contract.metrics.rows>['query']

interface MetricsRequest<Q> {
  query: Q
  window: Window
}

type Sources = Pick<AppContext, 'db' | 'config' | 'numbers'>

/** The totals with one page of rows. Throws Problem 404 for a team out of scope, 400 for a cursor of another order. */
export async function securityMetrics(
  sources: Sources,
  scope: Scope,
  request: MetricsRequest<MetricsQuery>,
): Promise<SecurityMetrics> {
  const { totals, asked, rows } = await readMetrics(sources, scope, request)
  return { ...totals, ...wireRows(asked.page, rows, await readCoverage(sources, scope, rows)) }
}

/** With the parts of each project that the query includes; all rows if it has no limit. Throws like securityMetrics. */
export async function streamMetrics(
  sources: Sources,
  scope: Scope,
  request: MetricsRequest<MetricsQuery>,
): Promise<JsonStream<Streamable<SecurityMetrics>>> {
  const { totals, asked, rows } = await readMetrics(sources, scope, request)
  const { limit, include } = request.query
  const pages = limit === undefined ? pagesFrom(sources, scope, { asked, rows }) : [rows.slice(0, limit)]
  const projects = withDetails(sources, scope, { pages, include, window: request.window })
  return streamJson({
    ...totals,
    projects: new ItemStream(projects),
    nextCursor: limit === undefined ? null : nextCursor(asked.page, rows),
  })
}

async function readMetrics(sources: Sources, scope: Scope, { query, window }: MetricsRequest<MetricsQuery>) {
  const { db, numbers } = sources
  const { limit = pageRows, sort = query.limit === undefined ? 'projectUrl' : 'lastScanned' } = query
  const page = pageOf({ ...query, limit, sort })
  const selection = { window, ...selectionOf(scope, query) }
  const response = await numbers.metrics(scope, { selection, page })
  if (response.all.overview.rows === 0) await checkOwners(db, scope, selection)
  const { all, matching } = response
  const { overview } = all
  const ranked = [all, ...(matching ? [matching] : [])].flatMap(({ top, least }) => [...top, ...least])
  const coverageOf = await readCoverage(sources, scope, ranked)
  const totals = {
    startDate: window.startDate,
    endDate: window.endDate,
    overview: matching ? { ...overview, filteredOverview: matching.overview } : overview,
    ...highlightsOf(all, coverageOf),
    ...(matching && { filteredOverview: highlightsOf(matching, coverageOf) }),
    totalRows: (matching ?? all).overview.rows,
  }
  return { totals, asked: { selection, page }, rows: response.page }
}

/** Rows read at once where all are asked for. */
const pageRows = 500

/** Scans read at once, unless one row has more. */
const maxScansAtOnce = 5000

async function* pagesFrom(
  { numbers }: Sources,
  scope: Scope,
  { asked, rows }: { asked: { selection: Selection; page: Page }; rows: MetricsRow[] },
): AsyncGenerator<MetricsRow[]> {
  const { selection, page } = asked
  for (let next = rows; ;) {
    yield next.slice(0, page.limit)
    const last = next[page.limit - 1]
    if (last === undefined || next.length <= page.limit) return
    next = await numbers.rows(scope, { selection, page: { ...page, after: positionOf(page, last) } })
  }
}

interface DetailedPages {
  pages: AsyncIterable<MetricsRow[]> | Iterable<MetricsRow[]>
  window: Window
  include: readonly ProjectPart[]
}

async function* withDetails(
  sources: Sources,
  scope: Scope,
  { pages, window, include }: DetailedPages,
): AsyncGenerator<SecurityMetrics['projects']> {
  for await (const page of pages) {
    for (const rows of bySize(page)) {
      const branchUuids = rows.map(({ branchUuid }) => branchUuid)
      const [coverageOf, detailsOf] = await Promise.all([
        readCoverage(sources, scope, rows),
        readDetails(sources, scope, { branchUuids, window, include }),
      ])
      yield rows.map((row) => ({ ...wireRow(row, coverageOf), ...detailsOf(row.branchUuid) }))
    }
  }
}

function* bySize(rows: readonly MetricsRow[]): Generator<MetricsRow[]> {
  let batch: MetricsRow[] = []
  let scans = 0
  for (const row of rows) {
    if (batch.length > 0 && scans + row.totalScans > maxScansAtOnce) {
      yield batch
      batch = []
      scans = 0
    }
    batch.push(row)
    scans += row.totalScans
  }
  if (batch.length > 0) yield batch
}

/** A page of the same rows without the totals. Throws like securityMetrics. */
export async function metricsRows(
  sources: Sources,
  scope: Scope,
  { query, window }: MetricsRequest<RowsQuery>,
): Promise<MetricsRows> {
  const { db, numbers } = sources
  const page = pageOf(query)
  const selection = { window, ...selectionOf(scope, query) }
  const rows = await numbers.rows(scope, { selection, page })
  if (rows.length === 0) await checkOwners(db, scope, selection)
  return wireRows(page, rows, await readCoverage(sources, scope, rows))
}

const pageOf = ({ sort, direction, cursor, limit }: RowsQuery): Page => ({
  order: { sort, direction },
  after: readCursor({ sort, direction }, cursor),
  limit,
})

const wireRows = (page: Page, rows: MetricsRow[], coverageOf: CoverageOf): MetricsRows => ({
  projects: rows.slice(0, page.limit).map((row) => wireRow(row, coverageOf)),
  nextCursor: nextCursor(page, rows),
})

const highlightsOf = ({ top, least, usage, exclusions }: Figures, coverageOf: CoverageOf) => ({
  topPerforming: top.map((row) => rankedRow(row, coverageOf)),
  leastPerforming: least.map((row) => rankedRow(row, coverageOf)),
  projectsUsage: byDay(usage),
  exclusionUsage: byDay(exclusions),
})

const byDay = <T extends { day: string }>(days: T[]) => ({
  sortedDates: days.map(({ day }) => day),
  dates: Object.fromEntries(days.map(({ day, ...totals }) => [day, totals])),
})

const rankedRow = (row: RankedRow, coverageOf: CoverageOf): RankedProject => ({
  ...wireRow(row, coverageOf),
  branches: row.branches,
  closedWithoutFix: row.closedWithoutFix,
  openedWithoutChange: row.openedWithoutChange,
})

const wireRow = (row: MetricsRow, coverageOf: CoverageOf): MetricsProject => ({
  projectUUID: row.projectUUID,
  projectUrl: row.projectUrl,
  projectBranch: row.projectBranch,
  ...splitName(row.projectName),
  totalScans: row.totalScans,
  vulnerabilitiesIdentified: row.vulnerabilitiesIdentified,
  vulnerabilitiesAddressed: row.vulnerabilitiesAddressed,
  vulnerabilityCount: row.vulnerabilityCount,
  securityScore: row.securityScore,
  ...coverageOf(row),
  coversLess: row.coversLess,
  deltaSecurityScore: row.deltaSecurityScore,
  deltaVulns: row.deltaVulns,
  performanceScore: row.performanceScore,
  lastScanned: row.lastScanned,
})

function nextCursor(page: Page, rows: MetricsRow[]): string | null {
  const last = rows[page.limit - 1]
  return last && rows.length > page.limit ? writeCursor(page.order, positionOf(page, last)) : null
}

const positionOf = ({ order }: Page, row: MetricsRow): Position => ({
  value: sortValueOf(row, order),
  uuid: row.branchUuid,
})
