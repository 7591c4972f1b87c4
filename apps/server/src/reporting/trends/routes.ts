import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { AppContext } from '#context.ts'
import { chooseProjects, selectionOf } from '#reporting/numbers/selection.ts'
import { lastDays, resolveWindow } from '#reporting/numbers/window.ts'
import { readCounted } from './list-counted.ts'
import { listOverdue } from './list-overdue.ts'
import { readPosture } from './read-posture.ts'
import { readSecurityTrend } from './read-trend.ts'

/** `now` is the clock; tests set it. */
export function trendsRoutes(
  { routes, db, numbers, config }: Pick<AppContext, 'routes' | 'db' | 'numbers' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  registerRoutes(routes, contract.trends, {
    overdue: ({ caller: { scope }, query }) => listOverdue({ db, numbers }, scope, { query, now: now() }),

    findings({ caller: { scope }, query }) {
      const moment = now()
      const window = resolveWindow(query, config.metricsWindowDays, moment)
      return readCounted({ db, numbers }, scope, { query, window, now: moment })
    },

    posture({ caller: { scope }, query: { days, ...query } }) {
      const moment = now()
      const window = lastDays(days, moment)
      return readPosture({ db, numbers }, scope, {
        selection: selectionOf(scope, query),
        window,
        now: moment,
      })
    },

    async scores({ caller: { scope }, query }) {
      const counts = await numbers.scores(scope, { selection: await chooseProjects(db, scope, query) })
      return { counts }
    },

    security({ caller: { scope }, query }) {
      const moment = now()
      const window = resolveWindow(query, config.metricsWindowDays, moment)
      return readSecurityTrend({ db, numbers }, scope, { query, window, now: moment })
    },
  })
}
