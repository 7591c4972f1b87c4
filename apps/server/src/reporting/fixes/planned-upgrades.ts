import { cacheKey } from '#auth/scope.ts'
import type { BranchTableCache } from '#reporting/metrics/branch-table-cache.ts'
import { lowerText } from '#reporting/metrics/branch-table-store.ts'
import { chooseBranches, isFoundBy } from '#reporting/metrics/choose-branches.ts'
import { type PlannedRow, type Plans, readPlannedRows, readStanding, type Signals } from './planned-store.ts'
import { countUses, rankPlanned } from './rank-planned.ts'
import { listUpgrades } from './store.ts'

/** From tables in memory; from the database for a single project or a very large account. */
export function fromMemory(tables: BranchTableCache<PlannedRow>): typeof listUpgrades {
  let known: { snapshot: string; signals: Signals } | null = null
  return async (db, scope, wanted) => {
    const { where } = wanted
    if (where.kind === 'project') return listUpgrades(db, scope, wanted)
    const search = await lowerText(db, where.selection.search)
    const { decisions, signals: changed, snapshot } = await readStanding(db, scope, known?.snapshot ?? null)
    const signals = changed ? signalsOf(changed) : known!.signals
    if (changed) known = { snapshot, signals }
    const plans: Plans = new Map()
    const table = await tables.open(cacheKey(scope, {}), (since) =>
      readPlannedRows(db, scope, { since, plans }),
    )
    if (!table) return listUpgrades(db, scope, wanted)
    const rows = chooseBranches(table.rows.values(), where.selection).filter(isFoundBy(search))
    return rankPlanned({ rows, uses: countUses(rows) }, { decisions, signals }, wanted)
  }
}

const signalsOf = (signals: readonly [string, boolean, number | null][]): Signals =>
  new Map(signals.map(([cve, isExploited, epss]) => [cve, { isExploited, epss }]))
