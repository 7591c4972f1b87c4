import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Trend } from '@assay/contract/trends.ts'
import { cacheKey, type Scope } from '#auth/scope.ts'
import { readFixTargets } from '#accounts/account/configuration.ts'
import type { Database } from '#platform/database/database.ts'
import type { BranchTableCache } from '#reporting/metrics/branch-table-cache.ts'
import { lowerText } from '#reporting/metrics/branch-table-store.ts'
import { chooseGroups } from '#reporting/metrics/choose-branches.ts'
import { checkTeam, selectionOf } from '#reporting/metrics/security-metrics.ts'
import type { ProjectSelection } from '#reporting/metrics/store.ts'
import type { Window } from '#reporting/metrics/window.ts'
import { type FlowRow, readFlowRows } from './flow-store.ts'
import { readTrend, type TrendSums, type TrendWindow } from './store.ts'
import { sumFlow } from './sum-flow.ts'
import { summarizeTrend } from './summarize-trend.ts'

const dayMs = 86_400_000

interface TrendQuery {
  query: ParsedInput<typeof contract.trends.security>['query']
  window: Window
  now: Date
  /** Source of the sums; the database by default. */
  readSums?: typeof readTrend
}

/** Throws Problem 404 for a team out of scope. */
export async function readSecurityTrend(
  db: Database,
  scope: Scope,
  { query, window, now, readSums = readTrend }: TrendQuery,
): Promise<Trend> {
  const { from } = window
  const tomorrow = new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs)
  const before = window.before < tomorrow ? window.before : tomorrow
  const previousFrom = new Date(2 * from.getTime() - window.before.getTime())
  const selection = selectionOf(scope, query)
  const targets = await readFixTargets(db, scope)
  const sums = await readSums(db, scope, { selection, window: { from, before, previousFrom } })
  if (isEmpty(sums)) await checkTeam(db, scope, selection)
  return summarizeTrend(sums, { ...window, before, now, targets })
}

const isEmpty = ({ growth, weeks, fixes, ages }: TrendSums) =>
  [growth, weeks, fixes, ages].every(({ length }) => length === 0)

interface Sums {
  selection: ProjectSelection
  window: TrendWindow
}

/** From tables in memory, or from the database for accounts that are too large for them. */
export const fromMemory =
  (tables: BranchTableCache<FlowRow>, { isRepeatable }: { isRepeatable: boolean }): typeof readTrend =>
  async (db, scope, request: Sums): Promise<TrendSums> => {
    const { selection, window } = request
    const search = await lowerText(db, selection.search)
    const { previousFrom: from } = window
    const table = await tables.open(cacheKey(scope, { from }), (since) =>
      readFlowRows(db, scope, { from, since }),
    )
    if (!table) return readTrend(db, scope, request)
    const sums = async () => sumFlow(chooseGroups(table.groups.all(), selection), search, window)
    return table.memoize(JSON.stringify(request), sums, { isRepeatable })
  }
