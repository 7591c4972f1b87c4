import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { BranchTableCache } from '#reporting/metrics/branch-table-cache.ts'
import { resolveWindow } from '#reporting/metrics/window.ts'
import type { FlowRow } from './flow-store.ts'
import { listOverdue } from './list-overdue.ts'
import { fromMemory, readSecurityTrend } from './read-trend.ts'

/** `now` is the clock; tests set it. */
export function trendsRoutes(
  { routes, db, config }: Pick<AppContext, 'routes' | 'db' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  const tables = new BranchTableCache<FlowRow>()

  registerRoutes(routes, contract.trends, {
    overdue: ({ caller: { scope }, query }) => listOverdue(db, scope, { query, now: now() }),

    security({ caller: { scope }, query }) {
      const moment = now()
      const window = resolveWindow(query, config.metricsWindowDays, moment)
      const readSums = fromMemory(tables, { isRepeatable: query.cache })
      return readSecurityTrend(db, scope, { query, window, now: moment, readSums })
    },
  })
}
