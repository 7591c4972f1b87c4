import { contract } from '@assay/contract/contract.ts'
import { fromWireSeverity } from '@assay/engine/vocabulary.ts'
import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { Problem } from '#platform/http/problem.ts'
import { resolveWindow } from '#reporting/numbers/window.ts'
import { readSecurityTrend } from '#reporting/trends/read-trend.ts'
import type { CallsOf } from './calls-of.ts'
import { listScanNumbers } from './history-store.ts'
import { metricsOf, metricsOfVersion } from './metrics-of.ts'
import { sumPortfolio } from './portfolio-store.ts'
import { projectMissing } from './problem.ts'
import { findVersion } from './versions-store.ts'

type OfProject = 'projectMetrics' | 'projectMetricsSince' | 'projectMetricsOfDays' | 'refreshProject'
type OfPortfolio =
  | 'portfolioMetrics'
  | 'portfolioMetricsSince'
  | 'portfolioMetricsOfDays'
  | 'refreshPortfolio'

export function projectMetricsCalls({ db }: Pick<AppContext, 'db'>): CallsOf<OfProject> {
  const versionOf = async (scope: Scope, uuid: string) => {
    const version = await findVersion(db, scope, uuid)
    if (!version) throw projectMissing()
    return version
  }
  const history = async (scope: Scope, { branchUuid, since }: { branchUuid: string; since: Date }) => {
    const { licenseViolations } = await versionOf(scope, branchUuid)
    const scans = await listScanNumbers(db, scope, { branchUuid, since })
    return scans.map(({ open, ...more }) => metricsOf(open, { ...more, licenseViolations }))
  }
  return {
    projectMetrics: async ({ caller: { scope }, params }) =>
      metricsOfVersion(await versionOf(scope, params.branchUuid)),
    projectMetricsSince: ({ caller: { scope }, params: { branchUuid, date } }) =>
      history(scope, { branchUuid, since: dayOf(date) }),
    projectMetricsOfDays: ({ caller: { scope }, params: { branchUuid, days } }) =>
      history(scope, { branchUuid, since: daysAgo(days) }),
    async refreshProject({ caller: { scope }, params }) {
      await versionOf(scope, params.branchUuid)
      return ''
    },
  }
}

export function portfolioMetricsCalls(
  context: Pick<AppContext, 'db' | 'numbers' | 'config'>,
): CallsOf<OfPortfolio> {
  const { db, config } = context
  const history = async (scope: Scope, since: Date) => {
    const query = contract.trends.security.query.parse({ startDate: isoDay(since) })
    const now = new Date()
    const window = resolveWindow(query, config.metricsWindowDays, now)
    const trend = await readSecurityTrend(context, scope, { query, window, now })
    const sums = await sumPortfolio(db, scope)
    return trend.sortedDates.map((day, index) => {
      const open = Object.fromEntries(
        trend.severities.map(({ severity, openByDay }) => [
          fromWireSeverity(severity),
          openByDay[index] ?? 0,
        ]),
      )
      return portfolioOf({ ...sums, open, lastScannedAt: new Date(day) })
    })
  }
  return {
    portfolioMetrics: async ({ caller: { scope } }) => portfolioOf(await sumPortfolio(db, scope)),
    portfolioMetricsSince: ({ caller: { scope }, params }) => history(scope, dayOf(params.date)),
    portfolioMetricsOfDays: ({ caller: { scope }, params }) => history(scope, daysAgo(params.days)),
    refreshPortfolio: async () => '',
  }
}

/** Of earlier days, only the severities are known. */
const portfolioOf = ({ open, ...sums }: Awaited<ReturnType<typeof sumPortfolio>>) => ({
  ...metricsOf(open, { ...sums, at: sums.lastScannedAt ?? new Date() }),
  projects: sums.versions,
  vulnerableProjects: sums.vulnerableVersions,
})

/** yyyyMMdd */
function dayOf(text: string): Date {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()))
    throw new Problem(400, 'invalidInput', 'The specified date format is incorrect.')
  return date
}

function daysAgo(text: string): Date {
  if (!/^\d{1,5}$/.test(text)) throw new Problem(400, 'invalidInput', 'The number of days is invalid.')
  return new Date(Math.floor(Date.now() / dayMs - Number(text)) * dayMs)
}
