import { callerScope } from '#auth/scope.ts'
import { type Phrase, phrase } from '#notifications/messages/phrases.ts'
import type { JobContext } from '#platform/queue/job.ts'
import { everyProject } from '#reporting/numbers/selection.ts'
import { lastDays } from '#reporting/numbers/window.ts'
import { readPosture } from '#reporting/trends/read-posture.ts'
import type { ItemVisibility } from './item-visibility.ts'

/** Where the projects that a message may tell of stand, beside a week before. */
export async function weeklyVerdict(
  sources: Pick<JobContext, 'db' | 'numbers'>,
  { accountUuid, visibility, at }: { accountUuid: string; visibility: ItemVisibility; at: number },
): Promise<Phrase> {
  const { teams } = visibility
  const scope = callerScope(accountUuid, { teams: teams === 'all' ? teams : [...teams], project: null })
  const now = new Date(at)
  const { projects, belowPolicy, knownExploited, overdue, comparable } = await readPosture(sources, scope, {
    selection: everyProject,
    window: lastDays(7, now),
    now,
  })
  return phrase('verdict', {
    projects,
    belowPolicy,
    knownExploited,
    overdue: overdue ?? 0,
    change: comparable.change,
  })
}
