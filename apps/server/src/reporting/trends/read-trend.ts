import { dayMs } from '@assay/engine/time.ts'
import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Trend } from '@assay/contract/trends.ts'
import type { Scope } from '#auth/scope.ts'
import { readDueTargets } from '#accounts/account/configuration.ts'
import type { Database } from '#platform/database/database.ts'
import { dayOf } from '#reporting/numbers/days.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import { checkOwners, type ProjectSelection, selectionOf } from '#reporting/numbers/selection.ts'
import type { StandingSums } from '#reporting/numbers/standing.ts'
import { summarizeTrend } from '#reporting/numbers/summarize-trend.ts'
import type { TrendSums } from '#reporting/numbers/trend.ts'
import type { Window } from '#reporting/numbers/window.ts'

interface TrendQuery {
  query: ParsedInput<typeof contract.trends.security>['query']
  window: Window
  now: Date
}

interface Sources {
  db: Database
  numbers: Numbers
}

/** Throws Problem 404 for a team out of scope. */
export const readSecurityTrend = async (
  sources: Sources,
  scope: Scope,
  { query, ...when }: TrendQuery,
): Promise<Trend> => (await sumTrend(sources, scope, { selection: selectionOf(scope, query), ...when })).trend

/** With where the projects stood at the end of the window, which ends today at the latest. Throws like readSecurityTrend. */
export async function sumTrend(
  { db, numbers }: Sources,
  scope: Scope,
  { selection, window, now }: Omit<TrendQuery, 'query'> & { selection: ProjectSelection },
): Promise<{ trend: Trend; standing: StandingSums }> {
  const { from } = window
  const before = untilToday(window, now)
  const previousFrom = new Date(2 * from.getTime() - window.before.getTime())
  const { bySeverity: targets } = await readDueTargets(db, scope)
  const sums = await numbers.trend(scope, {
    selection,
    window: { from, before, previousFrom },
    today: dayOf(now),
  })
  if (isEmpty(sums)) await checkOwners(db, scope, selection)
  return { trend: summarizeTrend(sums, { ...window, before, now, targets }), standing: sums.standing }
}

/** The end of a window, at most that of today. */
export function untilToday({ before }: Pick<Window, 'before'>, now: Date): Date {
  const tomorrow = new Date(Math.floor(now.getTime() / dayMs + 1) * dayMs)
  return before < tomorrow ? before : tomorrow
}

const isEmpty = ({ growth, weeks, fixes, ages }: TrendSums) =>
  [growth, weeks, fixes, ages].every(({ length }) => length === 0)
