import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Trend } from '@assay/contract/trends.ts'
import type { Scope } from '#auth/scope.ts'
import { readConfiguration } from '#accounts/account/configuration.ts'
import type { Database } from '#platform/database/database.ts'
import { chooseProjects } from '#reporting/metrics/security-metrics.ts'
import type { Window } from '#reporting/metrics/window.ts'
import { readTrend } from './store.ts'
import { summarizeTrend } from './summarize-trend.ts'

const dayMs = 86_400_000

interface Wanted {
  query: ParsedInput<typeof contract.trends.security>['query']
  window: Window
  now: Date
}

/** Throws Problem 404 for a team out of scope. */
export async function readSecurityTrend(
  db: Database,
  scope: Scope,
  { query, window, now }: Wanted,
): Promise<Trend> {
  const { from } = window
  const tomorrow = new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs)
  const before = window.before < tomorrow ? window.before : tomorrow
  const previousFrom = new Date(2 * from.getTime() - window.before.getTime())
  const selection = await chooseProjects(db, scope, query)
  const { fixTargets: targets } = await readConfiguration(db, scope)
  const sums = await readTrend(db, scope, { selection, window: { from, before, previousFrom } })
  return summarizeTrend(sums, { ...window, before, now, targets })
}
