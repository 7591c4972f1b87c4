import { contract } from '@assay/contract/contract.ts'
import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { readRevision } from '#projects/revision-store.ts'
import type { AppContext } from '#context.ts'
import { cacheKey } from '#auth/scope.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject } from '#projects/project-store.ts'
import { ResponseCache } from './answer-cache.ts'
import { type ScanItemRow, listScans } from '#scanning/scans/scan-list-store.ts'
import { listRemediations } from './detail-store.ts'
import { metricsRows, securityMetrics } from './security-metrics.ts'
import { resolveWindow } from './window.ts'

/** `now` is the clock; tests set it. */
export function metricsRoutes(
  { routes, db, config }: Pick<AppContext, 'routes' | 'db' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  const cache = new ResponseCache<SecurityMetrics>()

  registerRoutes(routes, contract.metrics, {
    async security({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      if (!query.cache) return securityMetrics(db, scope, { query, window })
      // Read first: a concurrent change makes the cached response stale, never wrong.
      const revision = await readRevision(db, scope)
      // The resolved window is part of the key, because without dates it moves from day to day.
      const key = cacheKey(scope, { ...query, ...window, teamUUID: query.teamUUID?.toLowerCase() })
      return cache.answer(key, revision, () => securityMetrics(db, scope, { query, window }))
    },

    rows: ({ caller: { scope }, query }) =>
      metricsRows(db, scope, { query, window: resolveWindow(query, config.metricsWindowDays, now()) }),

    async project({ caller: { scope }, params, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      const project = (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const wanted = { projectUuid: project.uuid, name: query.branch.replaceAll('\0', '') }
      const branch = (await findBranch(db, scope, wanted)) ?? throwNotFound('branch')
      const [scans, remediations] = await Promise.all([
        listScans(db, scope, { branchUuid: branch.uuid, window }),
        listRemediations(db, scope, { branchUuid: branch.uuid, window }),
      ])
      return {
        scans: scans.map(scanOf),
        remediations: {
          vulnerabilities: remediations.map(({ cve, severity, endedAt, ...row }) => ({
            ...row,
            id: cve ?? row.adviceID,
            severity: toWireSeverity[severity as Severity],
            fixedWhen: endedAt.getTime(),
          })),
        },
      }
    },
  })
}

const scanOf = (row: ScanItemRow) => ({
  reportUUID: row.uuid,
  timestamp: row.scanned_at.getTime(),
  securityScore: row.security_score,
  vulnerabilityCount: row.vulnerability_count,
  mitigationCount: row.mitigation_count,
  vulnerabilityDelta: row.vulnerability_delta,
  libyears: row.libyears,
})
