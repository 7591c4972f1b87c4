import { contract } from '@assay/contract/contract.ts'
import type { Trend } from '@assay/contract/trends.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { cacheKey } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { readRevision } from '#projects/revision-store.ts'
import { ResponseCache } from '#reporting/metrics/answer-cache.ts'
import { resolveWindow } from '#reporting/metrics/window.ts'
import { listOverdue } from './list-overdue.ts'
import { readSecurityTrend } from './read-trend.ts'

/** `now` is the clock; tests set it. */
export function trendsRoutes(
  { routes, db, config }: Pick<AppContext, 'routes' | 'db' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  const cache = new ResponseCache<Trend>()

  registerRoutes(routes, contract.trends, {
    overdue: ({ caller: { scope }, query }) => listOverdue(db, scope, { query, now: now() }),

    async security({ caller: { scope }, query }) {
      const moment = now()
      const window = resolveWindow(query, config.metricsWindowDays, moment)
      if (!query.cache) return readSecurityTrend(db, scope, { query, window, now: moment })
      // Read first: a concurrent change makes the cached response stale, never wrong.
      const revision = await readRevision(db, scope)
      const today = moment.toISOString().slice(0, 10)
      const key = cacheKey(scope, { ...query, ...window, today, teamUUID: query.teamUUID?.toLowerCase() })
      const known = cache.find(key, revision)
      if (known) return known
      const answer = await readSecurityTrend(db, scope, { query, window, now: moment })
      cache.keep(key, revision, answer)
      return answer
    },
  })
}
