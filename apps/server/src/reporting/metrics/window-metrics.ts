import { cacheKey, type Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { lowerText } from './branch-table-store.ts'
import type { BranchTableCache } from './branch-table-cache.ts'
import { chooseBranches, isFoundBy } from './choose-branches.ts'
import { pageOf } from './order-rows.ts'
import {
  type Figures,
  type MetricsAnswer,
  type Page,
  readMetrics,
  readRows,
  type Selection,
} from './store.ts'
import { describeRanked, overviewOf, rankedOf, usageOf } from './window-figures.ts'
import { readUncachedFigures, readWindowRows, type WindowRow } from './window-store.ts'

interface MetricsRequest {
  selection: Selection
  page: Page
}

/** Source of the metrics. */
export interface MetricsReader {
  readMetrics(db: Database, scope: Scope, request: MetricsRequest): Promise<MetricsAnswer>
  readRows(db: Database, scope: Scope, request: MetricsRequest): Promise<MetricsAnswer['page']>
}

export const fromDatabase: MetricsReader = { readMetrics, readRows }

/** From tables in memory, or from the database for accounts that are too large for them. */
export const fromMemory = (
  tables: BranchTableCache<WindowRow>,
  { isRepeatable = false }: { isRepeatable?: boolean } = {},
): MetricsReader => ({
  async readMetrics(db, scope, request) {
    const table = await openTable(tables, { db, scope, request })
    if (!table) return readMetrics(db, scope, request)
    const compute = () => metricsOf(table.rows.values(), { db, scope, request })
    return isRepeatable ? table.answer(JSON.stringify(request), compute) : compute()
  },
  async readRows(db, scope, request) {
    const search = await lowerText(db, request.selection.search)
    const table = await openTable(tables, { db, scope, request })
    if (!table) return readRows(db, scope, request)
    const rows = chooseBranches(table.rows.values(), request.selection)
    return pageOf(rows.filter(isFoundBy(search)), request.page)
  },
})

interface Question {
  db: Database
  scope: Scope
  request: MetricsRequest
}

const openTable = (tables: BranchTableCache<WindowRow>, { db, scope, request: { selection } }: Question) => {
  const { window } = selection
  return tables.open(cacheKey(scope, window), (since) => readWindowRows(db, scope, { window, since }))
}

async function metricsOf(
  all: Iterable<WindowRow>,
  { db, scope, request: { selection, page } }: Question,
): Promise<MetricsAnswer> {
  const selected = chooseBranches(all, selection)
  const isSearched = selection.search !== ''
  const matching = isSearched ? selected.filter(isFoundBy(await lowerText(db, selection.search))) : selected
  const ranked = rankedOf(selected)
  const rankedMatching = isSearched ? rankedOf(matching) : ranked
  const branchUuids = [ranked, rankedMatching].flatMap(({ top, least }) =>
    [...top, ...least].map((row) => row.branchUuid),
  )
  const uncached = await readUncachedFigures(db, scope, { selection, branchUuids })
  const figures = (rows: WindowRow[], { top, least }: typeof ranked): Omit<Figures, 'exclusions'> => ({
    overview: overviewOf(rows),
    top: describeRanked(top, { selected, changes: uncached.changes }),
    least: describeRanked(least, { selected, changes: uncached.changes }),
    usage: usageOf(rows, selection.window),
  })
  return {
    all: { ...figures(selected, ranked), exclusions: uncached.exclusions },
    matching: isSearched
      ? { ...figures(matching, rankedMatching), exclusions: uncached.matchingExclusions }
      : null,
    page: pageOf(matching, page),
  }
}
