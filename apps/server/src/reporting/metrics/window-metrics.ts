import { cacheKey, type Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { lowerText } from './branch-table-store.ts'
import type { BranchTableCache } from './branch-table-cache.ts'
import type { BranchGroup } from './branch-groups.ts'
import { branchesOf, chooseGroups } from './choose-branches.ts'
import { pageOf } from './order-rows.ts'
import {
  type Figures,
  type MetricsResponse,
  type Page,
  readMetrics,
  readRows,
  type Selection,
} from './store.ts'
import {
  addUp,
  branchesIn,
  describeRanked,
  overviewOf,
  projectsOf,
  summarizeBranches,
  usageOf,
} from './window-figures.ts'
import {
  type RowChanges,
  readUncachedFigures,
  type UncachedFigures,
  type WindowRow,
  windowRowsReader,
} from './window-store.ts'

interface MetricsRequest {
  selection: Selection
  page: Page
}

/** Source of the metrics. */
export interface MetricsReader {
  readMetrics(db: Database, scope: Scope, request: MetricsRequest): Promise<MetricsResponse>
  readRows(db: Database, scope: Scope, request: MetricsRequest): Promise<MetricsResponse['page']>
}

export const fromDatabase: MetricsReader = { readMetrics, readRows }

/** From tables in memory, or from the database for accounts that are too large for them. */
export const fromMemory = (
  tables: BranchTableCache<WindowRow>,
  { isRepeatable = false }: { isRepeatable?: boolean } = {},
): MetricsReader => ({
  async readMetrics(db, scope, request) {
    const search = await lowerText(db, request.selection.search)
    const table = await openTable(tables, { db, scope, request })
    if (!table) return readMetrics(db, scope, request)
    const compute = () =>
      metricsOf(chooseGroups(table.groups.all(), request.selection), { db, scope, request }, search)
    return table.memoize(JSON.stringify(request), compute, { isRepeatable })
  },
  async readRows(db, scope, request) {
    const search = await lowerText(db, request.selection.search)
    const table = await openTable(tables, { db, scope, request })
    if (!table) return readRows(db, scope, request)
    return pageOf(chooseGroups(table.groups.all(), request.selection), request.page, search)
  },
})

interface Question {
  db: Database
  scope: Scope
  request: MetricsRequest
}

const openTable = (tables: BranchTableCache<WindowRow>, { db, scope, request: { selection } }: Question) => {
  const { window } = selection
  return tables.open(cacheKey(scope, window), windowRowsReader(db, scope, window))
}

async function metricsOf(
  groups: readonly BranchGroup<WindowRow>[],
  { db, scope, request: { selection, page } }: Question,
  search: string,
): Promise<MetricsResponse> {
  const { window } = selection
  const selected = branchesIn(groups, window)
  const matching = search === '' ? null : [summarizeBranches(branchesOf(groups, search), window)]
  const all = { branches: selected, sums: addUp(selected, window) }
  const found = matching && { branches: matching, sums: addUp(matching, window) }
  const rows = pageOf(groups, page, search)
  const ranked = [all, ...(found ? [found] : [])].flatMap(({ sums }) => [...sums.top, ...sums.least])
  const unknown = ranked.filter(({ changes }) => changes === null)
  const branchUuids = unknown.map((row) => row.branchUuid)
  const uncached = await readUncachedFigures(db, scope, { selection, branchUuids })
  for (const row of unknown) row.changes = changesOf(row, uncached)
  const figures = ({ branches, sums }: typeof all): Omit<Figures, 'exclusions'> => {
    const projects = projectsOf(branches, window)
    return {
      overview: overviewOf(sums, projects.count),
      top: describeRanked(sums.top, selected),
      least: describeRanked(sums.least, selected),
      usage: usageOf(sums, projects, window),
    }
  }
  return {
    all: { ...figures(all), exclusions: uncached.exclusions },
    matching: found && { ...figures(found), exclusions: uncached.matchingExclusions },
    page: rows,
  }
}

const noChanges: RowChanges = { closedWithoutFix: 0, openedWithoutChange: 0 }

function changesOf({ branchUuid }: WindowRow, { changes }: UncachedFigures): RowChanges {
  const found = changes.find((each) => each.branchUuid === branchUuid)
  if (!found) return noChanges
  const { closedWithoutFix, openedWithoutChange } = found
  return { closedWithoutFix, openedWithoutChange }
}
