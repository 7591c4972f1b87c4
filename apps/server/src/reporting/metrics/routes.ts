import { displayId } from '@assay/engine/advisories/public-id.ts'
import { contract } from '@assay/contract/contract.ts'
import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject } from '#projects/project-store.ts'
import { type ScanItemRow, listScans } from '#scanning/scans/scan-list-store.ts'
import { listRemediations } from '#reporting/numbers/detail-store.ts'
import { resolveWindow } from '#reporting/numbers/window.ts'
import { metricsRows, securityMetrics } from './security-metrics.ts'

/** `now` is the clock; tests set it. */
export function metricsRoutes(
  { routes, db, numbers, config }: Pick<AppContext, 'routes' | 'db' | 'numbers' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  registerRoutes(routes, contract.metrics, {
    security({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      return securityMetrics({ db, numbers }, scope, { query, window })
    },

    rows({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      return metricsRows({ db, numbers }, scope, { query, window })
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
          vulnerabilities: remediations.map(({ cve, publicId, severity, endedAt, ...row }) => ({
            ...row,
            id: cve ?? row.adviceID,
            displayId: displayId({ cve, publicId, advisoryUuid: row.adviceID }),
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
