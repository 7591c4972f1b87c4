import type { Configuration, Threshold } from '@assay/contract/accounts.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { type AccountRow, findAccount } from './store.ts'
import { listThresholds } from './threshold-store.ts'

/** Until the account sets its own. */
const defaultMinimumScores = { security: 90, stability: 80, licensing: 95 }

/** With a project's tags, the minimums are those in force for it. */
export async function readConfiguration(
  db: Database,
  scope: Scope,
  tags: readonly string[] = [],
): Promise<Configuration> {
  const account = (await findAccount(db, scope)) ?? throwNotFound('account')
  const tagThresholds = await listThresholds(db, scope)
  return {
    minimumScores: raise(
      minimumScoresOf(account),
      tagThresholds.filter(({ tag }) => tags.includes(tag)),
    ),
    securityScoring: account.security_scoring as Configuration['securityScoring'],
    coolDownDays: account.cool_down_days,
    vexEffect: account.vex_effect as Configuration['vexEffect'],
    requiresMfa: account.requires_mfa,
    tagThresholds,
  }
}

type MinimumScores = Configuration['minimumScores']

function minimumScoresOf({ minimum_scores }: AccountRow): MinimumScores {
  const own = minimum_scores as Partial<typeof defaultMinimumScores> | null
  return { ...defaultMinimumScores, ...own, source: own ? 'account' : 'default' }
}

/** Of each score the highest that a tag asks for, which may be less than the account's; else the account's. */
function raise(scores: MinimumScores, thresholds: readonly Threshold[]): MinimumScores {
  const highest = (ofTags: (number | null)[], otherwise: number) => {
    const given = ofTags.filter((each) => each !== null)
    return given.length === 0 ? otherwise : Math.max(...given)
  }
  return {
    security: highest(
      thresholds.map((each) => each.minimumSecurity),
      scores.security,
    ),
    stability: highest(
      thresholds.map((each) => each.minimumStability),
      scores.stability,
    ),
    licensing: highest(
      thresholds.map((each) => each.minimumLicensing),
      scores.licensing,
    ),
    source: thresholds.length > 0 ? 'tags' : scores.source,
  }
}
