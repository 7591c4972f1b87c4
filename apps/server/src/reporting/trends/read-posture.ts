import { dayMs } from '@assay/engine/time.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Posture } from '@assay/contract/trends.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import { selectionOf } from '#reporting/numbers/selection.ts'
import { countOpen } from '#reporting/open-vulnerabilities/store.ts'
import { countProjects } from './posture-store.ts'
import { readSecurityTrend } from './read-trend.ts'

interface PostureQuery {
  query: ParsedInput<typeof contract.trends.posture>['query']
  now: Date
}

/** What the sentence at the top of the dashboard says. Throws Problem 404 for a team out of scope. */
export async function readPosture(
  { db, numbers }: { db: Database; numbers: Numbers },
  scope: Scope,
  { query: { days, ...query }, now }: PostureQuery,
): Promise<Posture> {
  const selection = selectionOf(scope, query)
  const dayOf = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
  const [startDate, endDate] = [dayOf(days - 1), dayOf(0)]
  const from = new Date(`${startDate}T00:00:00Z`)
  const window = { startDate, endDate, from, before: new Date(from.getTime() + days * dayMs) }
  const [trend, projects, exploited] = await Promise.all([
    readSecurityTrend({ db, numbers }, scope, { query: { ...query, cache: false }, window, now }),
    countProjects(db, scope, selection),
    countOpen(db, scope, { ...anyVulnerability, selection, isExploited: true }),
  ])
  const { overdue, open, comparable } = trend
  return {
    ...projects,
    knownExploited: exploited.vulnerabilities,
    overdue,
    open,
    comparable: { days, projects: comparable.projects, change: comparable.change },
  }
}

const anyVulnerability = {
  text: '',
  severities: [],
  ecosystems: [],
  isFixable: undefined,
  order: 'priority',
} as const satisfies Partial<Parameters<typeof countOpen>[2]>
