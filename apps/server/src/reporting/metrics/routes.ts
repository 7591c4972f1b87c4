import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject } from '#projects/project-store.ts'
import { resolveWindow } from '#reporting/numbers/window.ts'
import { readDetails } from './project-details.ts'
import { metricsRows, streamMetrics } from './security-metrics.ts'

/** `now` is the clock; tests set it. */
export function metricsRoutes(
  { routes, db, numbers, config }: Pick<AppContext, 'routes' | 'db' | 'numbers' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  registerRoutes(routes, contract.metrics, {
    security({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      return streamMetrics({ db, config, numbers }, scope, { query, window })
    },

    rows({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      return metricsRows({ db, config, numbers }, scope, { query, window })
    },

    async project({ caller: { scope }, params, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      const project = (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const selected = { projectUuid: project.uuid, name: query.branch.replaceAll('\0', '') }
      const branch = (await findBranch(db, scope, selected)) ?? throwNotFound('branch')
      const details = await readDetails({ db, config }, scope, {
        branchUuids: [branch.uuid],
        window,
        include: ['scans', 'remediations'],
      })
      return { scans: [], remediations: { vulnerabilities: [] }, ...details(branch.uuid) }
    },
  })
}
