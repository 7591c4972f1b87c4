import { cacheKey, type Scope } from '#auth/scope.ts'
import { shareLookup } from '#auth/share-lookup.ts'
import type { BranchTableCache } from '#reporting/metrics/branch-table-cache.ts'
import { lowerText } from '#reporting/metrics/branch-table-store.ts'
import { chooseGroups } from '#reporting/metrics/choose-branches.ts'
import type { Signals } from './plan-catalog.ts'
import { type PlannedRow, plannedRowsReader, readDecisions } from './planned-store.ts'
import { rankPlanned } from './rank-planned.ts'
import { listUpgrades } from './store.ts'

/** From tables in memory; from the database for a single project or a very large account. */
export function fromMemory(
  tables: BranchTableCache<PlannedRow>,
  limits: { maxPlans?: number } = {},
): typeof listUpgrades {
  let cached: { snapshot: string; signals: Signals } | null = null
  return async (db, scope, request) => {
    const { where } = request
    if (where.kind === 'project') return listUpgrades(db, scope, request)
    const search = await lowerText(db, where.selection.search)
    const {
      decisions,
      signals: changed,
      snapshot,
    } = await shareDecisions(db, scope, cached?.snapshot ?? null)
    const signals = changed ?? cached!.signals
    if (changed) cached = { snapshot, signals: changed }
    const table = await tables.open(cacheKey(scope, {}), plannedRowsReader(db, scope, limits))
    if (!table) return listUpgrades(db, scope, request)
    const rank = async () =>
      rankPlanned(
        { groups: chooseGroups(table.groups.all(), where.selection), search },
        { decisions, signals },
        request,
      )
    // Requests that arrive together may only differ in time.
    const key = JSON.stringify({ ...request, now: snapshot })
    return table.memoize(key, rank, { isRepeatable: false })
  }
}

const shareDecisions = shareLookup(
  async (db, scope: Scope, since: string | null) => {
    const { signals, ...read } = await readDecisions(db, scope, since)
    return { ...read, signals: signals && signalsOf(signals) }
  },
  (scope, since) => cacheKey(scope, { since }),
)

const signalsOf = (signals: readonly [string, boolean, number | null][]): Signals =>
  new Map(signals.map(([cve, isExploited, epss]) => [cve, { isExploited, epss }]))
