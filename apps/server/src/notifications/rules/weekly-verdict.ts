import { dayMs } from '@assay/engine/time.ts'
import { readConfiguration } from '#accounts/account/configuration.ts'
import { callerScope } from '#auth/scope.ts'
import { type Phrase, phrase } from '#notifications/messages/phrases.ts'
import type { Tx } from '#platform/database/database.ts'
import { countTargets, readPosture } from '#reporting/eras/summary-store.ts'
import type { ItemVisibility } from './item-visibility.ts'

/** Where the projects that a message may tell of stand, beside a week before. */
export async function weeklyVerdict(
  tx: Tx,
  { accountUuid, visibility, at }: { accountUuid: string; visibility: ItemVisibility; at: number },
): Promise<Phrase> {
  const { teams } = visibility
  const scope = callerScope(accountUuid, { teams: teams === 'all' ? teams : [...teams], project: null })
  const selection = { tag: null, branch: null, from: new Date(at - 7 * dayMs), before: new Date(at) }
  const { fixTargets } = await readConfiguration(tx, scope)
  const posture = await readPosture(tx, scope, selection)
  const targets = await countTargets(tx, scope, { selection, targets: fixTargets })
  return phrase('verdict', {
    projects: posture.projects,
    belowPolicy: posture.belowPolicy,
    knownExploited: posture.knownExploited,
    overdue: targets.reduce((sum, { overdue }) => sum + overdue, 0),
    change: posture.openAfter - posture.openBefore,
  })
}
