import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { MetricsProject, MetricsRows, RankedProject, SecurityMetrics } from '@assay/contract/metrics.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#reporting/numbers/cursor.ts'
import type { Figures, MetricsRow, Page, RankedRow } from '#reporting/numbers/metrics-response.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import { checkTeam, selectionOf } from '#reporting/numbers/selection.ts'
import { splitName } from '#reporting/numbers/split-name.ts'
import type { Window } from '#reporting/numbers/window.ts'

export type MetricsQuery = ParsedInput<typeof contract.metrics.security>['query']

type RowsQuery = ParsedInput<typeof contract.metrics.rows>['query']

interface MetricsRequest<Q> {
  query: Q
  window: Window
}

interface Sources {
  db: Database
  numbers: Numbers
}

/** Throws Problem 404 for a team out of scope, 400 for a cursor of another order. */
export async function securityMetrics(
  { db, numbers }: Sources,
  scope: Scope,
  { query, window }: MetricsRequest<MetricsQuery>,
): Promise<SecurityMetrics> {
  const page = pageOf(query)
  const selection = { window, ...selectionOf(scope, query) }
  const response = await numbers.metrics(scope, { selection, page })
  if (response.all.overview.rows === 0) await checkTeam(db, scope, selection)
  const overview = overviewOf(response.all)
  return {
    startDate: window.startDate,
    endDate: window.endDate,
    overview: response.matching ? { ...overview, filteredOverview: overviewOf(response.matching) } : overview,
    ...highlightsOf(response.all),
    ...(response.matching && { filteredOverview: highlightsOf(response.matching) }),
    ...wireRows(page, response.page),
    totalRows: (response.matching ?? response.all).overview.rows,
  }
}

/** A page of the same rows without the totals. Throws like securityMetrics. */
export async function metricsRows(
  { db, numbers }: Sources,
  scope: Scope,
  { query, window }: MetricsRequest<RowsQuery>,
): Promise<MetricsRows> {
  const page = pageOf(query)
  const selection = { window, ...selectionOf(scope, query) }
  const rows = await numbers.rows(scope, { selection, page })
  if (rows.length === 0) await checkTeam(db, scope, selection)
  return wireRows(page, rows)
}

const pageOf = ({ sort, direction, cursor, limit }: RowsQuery): Page => ({
  order: { sort, direction },
  after: readCursor({ sort, direction }, cursor),
  limit,
})

const wireRows = (page: Page, rows: MetricsRow[]): MetricsRows => ({
  projects: rows.slice(0, page.limit).map(wireRow),
  nextCursor: nextCursor(page, rows),
})

function overviewOf({ overview }: Figures): SecurityMetrics['overview'] {
  const { rows: _, ...figures } = overview
  return figures
}

const highlightsOf = ({ top, least, usage, exclusions }: Figures) => ({
  topPerforming: top.map(rankedRow),
  leastPerforming: least.map(rankedRow),
  projectsUsage: byDay(usage),
  exclusionUsage: byDay(exclusions),
})

const byDay = <T extends { day: string }>(days: T[]) => ({
  sortedDates: days.map(({ day }) => day),
  dates: Object.fromEntries(days.map(({ day, ...totals }) => [day, totals])),
})

const rankedRow = (row: RankedRow): RankedProject => ({
  ...wireRow(row),
  branches: row.branches,
  closedWithoutFix: row.closedWithoutFix,
  openedWithoutChange: row.openedWithoutChange,
})

const wireRow = (row: MetricsRow): MetricsProject => ({
  projectUUID: row.projectUUID,
  projectUrl: row.projectUrl,
  projectBranch: row.projectBranch,
  ...splitName(row.projectName),
  totalScans: row.totalScans,
  vulnerabilitiesIdentified: row.vulnerabilitiesIdentified,
  vulnerabilitiesAddressed: row.vulnerabilitiesAddressed,
  vulnerabilityCount: row.vulnerabilityCount,
  securityScore: row.securityScore,
  measured: row.measured,
  coversLess: row.coversLess,
  deltaSecurityScore: row.deltaSecurityScore,
  deltaVulns: row.deltaVulns,
  performanceScore: row.performanceScore,
  lastScanned: row.lastScanned,
})

function nextCursor({ order, limit }: Page, rows: MetricsRow[]): string | null {
  const last = rows[limit - 1]
  return last && rows.length > limit
    ? writeCursor(order, { value: last[order.sort], uuid: last.branchUuid })
    : null
}
