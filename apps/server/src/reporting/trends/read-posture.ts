import type { Posture } from '@assay/contract/trends.ts'
import type { Scope } from '#auth/scope.ts'
import { listAges } from '#knowledge/advisories/feeds/list-store.ts'
import type { Database } from '#platform/database/database.ts'
import { daysBetween } from '#reporting/numbers/days.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import type { Window } from '#reporting/numbers/window.ts'
import { sumTrend } from './read-trend.ts'

interface PostureOf {
  selection: ProjectSelection
  /** Whole days, UTC. */
  window: Window
  now: Date
}

/**
 * Where projects stood at the end of a window, for the sentence at the top of the dashboard, of the weekly digest and of
 * the executive summary; what is overdue is that of today. Throws Problem 404 for a team out of scope.
 */
export async function readPosture(
  sources: { db: Database; numbers: Numbers },
  scope: Scope,
  { selection, window, now }: PostureOf,
): Promise<Posture> {
  const [{ trend, standing }, lists] = await Promise.all([
    sumTrend(sources, scope, { selection, window, now }),
    listAges(sources.db),
  ])
  const isListed = lists.some(({ id, completeAt }) => id === 'kev' && completeAt !== null)
  const { overdue, open, comparable } = trend
  const days = daysBetween(window)
  return {
    ...standing,
    knownExploited: standing.knownExploited === 0 && !isListed ? null : standing.knownExploited,
    overdue,
    open,
    comparable: { days, projects: comparable.projects, change: comparable.change },
  }
}
