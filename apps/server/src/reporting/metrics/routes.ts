import { contract } from '@assay/contract/contract.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject } from '#projects/project-store.ts'
import { BranchTableCache } from './branch-table-cache.ts'
import { type ScanItemRow, listScans } from '#scanning/scans/scan-list-store.ts'
import { listRemediations } from './detail-store.ts'
import { metricsRows, securityMetrics } from './security-metrics.ts'
import { fromMemory } from './window-metrics.ts'
import type { WindowRow } from './window-store.ts'
import { resolveWindow } from './window.ts'

/** `now` is the clock; tests set it. */
export function metricsRoutes(
  { routes, db, config }: Pick<AppContext, 'routes' | 'db' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  const tables = new BranchTableCache<WindowRow>()

  registerRoutes(routes, contract.metrics, {
    security({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      const reader = fromMemory(tables, { isRepeatable: query.cache })
      return securityMetrics(db, scope, { query, window, reader })
    },

    rows({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      return metricsRows(db, scope, { query, window, reader: fromMemory(tables) })
    },

    async project({ caller: { scope }, params, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      const project = (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const selected = { projectUuid: project.uuid, name: query.branch.replaceAll('\0', '') }
      const branch = (await findBranch(db, scope, selected)) ?? throwNotFound('branch')
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
