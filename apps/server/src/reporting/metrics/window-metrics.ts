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
import { readAside, readWindowRows, type WindowRow } from './window-store.ts'

interface Wanted {
  selection: Selection
  page: Page
}

/** Where metrics come from. */
export interface MetricsReader {
  readMetrics(db: Database, scope: Scope, wanted: Wanted): Promise<MetricsAnswer>
  readRows(db: Database, scope: Scope, wanted: Wanted): Promise<MetricsAnswer['page']>
}

export const fromDatabase: MetricsReader = { readMetrics, readRows }

/** The same from tables in memory, and from the database for accounts that are too large for them. */
export const fromMemory = (
  tables: BranchTableCache<WindowRow>,
  { isRepeatable = false }: { isRepeatable?: boolean } = {},
): MetricsReader => ({
  async readMetrics(db, scope, wanted) {
    const table = await openTable(tables, { db, scope, wanted })
    if (!table) return readMetrics(db, scope, wanted)
    const compute = () => metricsOf(table.rows.values(), { db, scope, wanted })
    return isRepeatable ? table.answer(JSON.stringify(wanted), compute) : compute()
  },
  async readRows(db, scope, wanted) {
    const search = await lowerText(db, wanted.selection.search)
    const table = await openTable(tables, { db, scope, wanted })
    if (!table) return readRows(db, scope, wanted)
    const rows = chooseBranches(table.rows.values(), wanted.selection)
    return pageOf(rows.filter(isFoundBy(search)), wanted.page)
  },
})

interface Question {
  db: Database
  scope: Scope
  wanted: Wanted
}

const openTable = (tables: BranchTableCache<WindowRow>, { db, scope, wanted: { selection } }: Question) => {
  const { window } = selection
  return tables.open(cacheKey(scope, window), (since) => readWindowRows(db, scope, { window, since }))
}

async function metricsOf(
  all: Iterable<WindowRow>,
  { db, scope, wanted: { selection, page } }: Question,
): Promise<MetricsAnswer> {
  const selected = chooseBranches(all, selection)
  const isSearched = selection.search !== ''
  const matching = isSearched ? selected.filter(isFoundBy(await lowerText(db, selection.search))) : selected
  const ranked = rankedOf(selected)
  const rankedMatching = isSearched ? rankedOf(matching) : ranked
  const branchUuids = [ranked, rankedMatching].flatMap(({ top, least }) =>
    [...top, ...least].map((row) => row.branchUuid),
  )
  const aside = await readAside(db, scope, { selection, branchUuids })
  const figures = (rows: WindowRow[], { top, least }: typeof ranked): Omit<Figures, 'exclusions'> => ({
    overview: overviewOf(rows),
    top: describeRanked(top, { selected, changes: aside.changes }),
    least: describeRanked(least, { selected, changes: aside.changes }),
    usage: usageOf(rows, selection.window),
  })
  return {
    all: { ...figures(selected, ranked), exclusions: aside.exclusions },
    matching: isSearched
      ? { ...figures(matching, rankedMatching), exclusions: aside.matchingExclusions }
      : null,
    page: pageOf(matching, page),
  }
}
