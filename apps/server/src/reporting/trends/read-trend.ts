import { dayMs } from '@assay/engine/time.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Trend } from '@assay/contract/trends.ts'
import type { Scope } from '#auth/scope.ts'
import { readFixTargets } from '#accounts/account/configuration.ts'
import type { Database } from '#platform/database/database.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import { checkOwners, selectionOf } from '#reporting/numbers/selection.ts'
import { summarizeTrend } from '#reporting/numbers/summarize-trend.ts'
import type { TrendSums } from '#reporting/numbers/trend.ts'
import type { Window } from '#reporting/numbers/window.ts'

interface TrendQuery {
  query: ParsedInput<typeof contract.trends.security>['query']
  window: Window
  now: Date
}

/** Throws Problem 404 for a team out of scope. */
export async function readSecurityTrend(
  { db, numbers }: { db: Database; numbers: Numbers },
  scope: Scope,
  { query, window, now }: TrendQuery,
): Promise<Trend> {
  const { from } = window
  const tomorrow = new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs)
  const before = window.before < tomorrow ? window.before : tomorrow
  const previousFrom = new Date(2 * from.getTime() - window.before.getTime())
  const selection = selectionOf(scope, query)
  const targets = await readFixTargets(db, scope)
  const sums = await numbers.trend(scope, { selection, window: { from, before, previousFrom } })
  if (isEmpty(sums)) await checkOwners(db, scope, selection)
  return summarizeTrend(sums, { ...window, before, now, targets })
}

const isEmpty = ({ growth, weeks, fixes, ages }: TrendSums) =>
  [growth, weeks, fixes, ages].every(({ length }) => length === 0)
