import { cacheKey, type Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { lowerText } from './branch-table-store.ts'
import type { BranchTableCache } from './branch-table-cache.ts'
import type { BranchGroup } from './branch-groups.ts'
import { branchesOf, chooseGroups } from './choose-branches.ts'
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
    const search = await lowerText(db, request.selection.search)
    const table = await openTable(tables, { db, scope, request })
    if (!table) return readMetrics(db, scope, request)
    const compute = () =>
      metricsOf(chooseGroups(table.groups.all(), request.selection), { db, scope, request }, search)
    return isRepeatable ? table.answer(JSON.stringify(request), compute) : compute()
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
  return tables.open(cacheKey(scope, window), (since) => readWindowRows(db, scope, { window, since }))
}

async function metricsOf(
  groups: readonly BranchGroup<WindowRow>[],
  { db, scope, request: { selection, page } }: Question,
  search: string,
): Promise<MetricsAnswer> {
  const selected = branchesOf(groups)
  const isSearched = search !== ''
  const matching = isSearched ? branchesOf(groups, search) : selected
  const rows = pageOf(groups, page, search)
  const ranked = rankedOf(selected)
  const rankedMatching = isSearched ? rankedOf(matching) : ranked
  const branchUuids = [ranked, rankedMatching].flatMap(({ top, least }) =>
    [...top, ...least].map((row) => row.branchUuid),
  )
  const uncached = await readUncachedFigures(db, scope, { selection, branchUuids })
  const figures = (branches: WindowRow[], { top, least }: typeof ranked): Omit<Figures, 'exclusions'> => ({
    overview: overviewOf(branches),
    top: describeRanked(top, { selected, changes: uncached.changes }),
    least: describeRanked(least, { selected, changes: uncached.changes }),
    usage: usageOf(branches, selection.window),
  })
  return {
    all: { ...figures(selected, ranked), exclusions: uncached.exclusions },
    matching: isSearched
      ? { ...figures(matching, rankedMatching), exclusions: uncached.matchingExclusions }
      : null,
    page: rows,
  }
}
