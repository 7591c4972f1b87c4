import { contract } from '@assay/contract/contract.ts'
import type { SecurityMetrics } from '@assay/contract/metrics.ts'
import { WireSeverity } from '@assay/contract/vocabulary.ts'
import { readRevision } from '../accounts/store.ts'
import type { Parts } from '../app.ts'
import type { Scope } from '../auth/scope.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { findBranch, findProject } from '../projects/store.ts'
import { AnswerCache } from './answer-cache.ts'
import { listRemediations, listScans } from './detail-store.ts'
import { metricsRows, type MetricsQuery, securityMetrics } from './security-metrics.ts'
import { resolveWindow, type Window } from './window.ts'

/** `now` is the clock; tests set it. */
export function metricsRoutes(
  { binding, db, config }: Pick<Parts, 'binding' | 'db' | 'config'>,
  now: () => Date = () => new Date(),
): void {
  const cache = new AnswerCache<SecurityMetrics>()

  implement(binding, contract.metrics, {
    async security({ caller: { scope }, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      if (!query.cache) return securityMetrics(db, scope, { query, window })
      // Read first: what changes meanwhile makes the kept answer stale, never wrong.
      const revision = await readRevision(db, scope)
      const key = cacheKey(scope, query, window)
      const known = cache.find(key, revision)
      if (known) return known
      const answer = await securityMetrics(db, scope, { query, window })
      cache.keep(key, revision, answer)
      return answer
    },

    rows: ({ caller: { scope }, query }) =>
      metricsRows(db, scope, { query, window: resolveWindow(query, config.metricsWindowDays, now()) }),

    async project({ caller: { scope }, params, query }) {
      const window = resolveWindow(query, config.metricsWindowDays, now())
      const project = (await findProject(db, scope, params.projectUuid)) ?? missing('project')
      const wanted = { projectUuid: project.uuid, name: query.branch.replaceAll('\0', '') }
      const branch = (await findBranch(db, scope, wanted)) ?? missing('branch')
      const [scans, remediations] = await Promise.all([
        listScans(db, scope, { branchUuid: branch.uuid, window }),
        listRemediations(db, scope, { branchUuid: branch.uuid, window }),
      ])
      return {
        scans: scans.map(({ scannedAt, ...scan }) => ({ ...scan, timestamp: scannedAt.getTime() })),
        remediations: {
          vulnerabilities: remediations.map(({ cve, severity, endedAt, ...row }) => ({
            ...row,
            id: cve ?? row.adviceID,
            severity: wireSeverity(severity),
            fixedWhen: endedAt.getTime(),
          })),
        },
      }
    },
  })
}

const cacheKey = ({ accountUuid, teams }: Scope, query: MetricsQuery, { startDate, endDate }: Window) =>
  JSON.stringify([
    accountUuid,
    teams === 'all' ? teams : teams.toSorted(),
    startDate,
    endDate,
    query.branches,
    query.tags,
    query.teamUUID?.toLowerCase(),
    query.project,
    query.sort,
    query.direction,
    query.cursor,
    query.limit,
  ])

const wireSeverity = (severity: string) =>
  severity === 'unknown' ? 'NA' : WireSeverity.parse(severity.toUpperCase())
