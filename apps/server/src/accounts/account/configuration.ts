import type { Configuration, FixTargets, Threshold } from '@assay/contract/accounts.ts'
import type { ProjectMinimums } from '@assay/contract/projects.ts'
import type { DueTargets } from '@assay/engine/policies/due-day.ts'
import type { Scope } from '#auth/scope.ts'
import { shareLookup } from '#auth/callers/share-lookup.ts'
import type { Database } from '#platform/database/database.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { type AccountRow, findAccount } from './store.ts'
import { listMinimums, type MinimumsRow } from '#projects/policies/store.ts'
import { thresholdsOf } from './thresholds.ts'

/** Defaults until the account sets its own. */
const defaultMinimumScores = { security: 90, stability: 80, licensing: 95 }

interface OfProject {
  tags: readonly string[]
  ownMinimums: ProjectMinimums | null
  /** What it inherits from its groups. */
  groupSettings?: Readonly<Record<string, number>>
}

/** For a project, the effective minimums: its own, otherwise its tags', its groups' or the account's. */
export const readConfiguration = async (
  db: Database,
  scope: Scope,
  project: OfProject = { tags: [], ownMinimums: null },
): Promise<Configuration> => configurationFor(await readAccountConfiguration(db, scope), project)

interface AccountConfiguration {
  account: AccountRow
  /** Of the account and of tags. */
  minimums: readonly MinimumsRow[]
}

export const readAccountConfiguration = async (
  db: Database,
  scope: Scope,
): Promise<AccountConfiguration> => ({
  account: (await findAccount(db, scope)) ?? throwNotFound('account'),
  minimums: await listMinimums(db, scope),
})

export const configurationFor = (
  { account, minimums }: AccountConfiguration,
  { tags, ownMinimums, groupSettings = {} }: OfProject,
): Configuration => ({
  minimumScores: replaceOwn(
    raise(
      inheritFromGroups(minimumScoresOf(minimums), groupSettings),
      thresholdsOf(minimums).filter(({ tag }) => tags.includes(tag)),
    ),
    ownMinimums,
  ),
  securityScoring: account.security_scoring as Configuration['securityScoring'],
  coolDownDays: account.cool_down_days,
  vexEffect: account.vex_effect as Configuration['vexEffect'],
  coverageStrictness: account.coverage_strictness as Configuration['coverageStrictness'],
  requiresMfa: account.requires_mfa,
  fixTargets: fixTargetsOf(account),
  exploitedFixDays: account.exploited_fix_days,
  requiresApproval: account.requires_approval,
  repositoryMayLoosen: account.repository_may_loosen,
  tagThresholds: thresholdsOf(minimums),
})

const noTargets: FixTargets = { CRITICAL: null, HIGH: null, MEDIUM: null, LOW: null }

const fixTargetsOf = ({ fix_targets }: Pick<AccountRow, 'fix_targets'>): FixTargets => ({
  ...noTargets,
  ...(fix_targets as Partial<FixTargets>),
})

export const readDueTargets = shareLookup(
  async (db, scope: Scope): Promise<DueTargets & { bySeverity: FixTargets }> => {
    const account = (await findAccount(db, scope)) ?? throwNotFound('account')
    return { bySeverity: fixTargetsOf(account), exploited: account.exploited_fix_days }
  },
  ({ accountUuid }) => accountUuid,
)

type MinimumScores = Configuration['minimumScores']

function minimumScoresOf(minimums: readonly MinimumsRow[]): MinimumScores {
  const own = minimums.find(({ tags }) => tags.length === 0)?.minimums as Partial<typeof defaultMinimumScores>
  return { ...defaultMinimumScores, ...own, source: own ? 'account' : 'default' }
}

function inheritFromGroups(
  scores: MinimumScores,
  { security, stability, licensing }: Readonly<Record<string, number>>,
): MinimumScores {
  if (security === undefined && stability === undefined && licensing === undefined) return scores
  return {
    security: security ?? scores.security,
    stability: stability ?? scores.stability,
    licensing: licensing ?? scores.licensing,
    source: 'groups',
  }
}

/** Minimum per score: the highest set by any of the project's tags, otherwise the account's. */
function raise(scores: MinimumScores, thresholds: readonly Threshold[]): MinimumScores {
  const highest = (ofTags: (number | null)[], otherwise: number) => {
    const values = ofTags.filter((each) => each !== null)
    return values.length === 0 ? otherwise : Math.max(...values)
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

function replaceOwn(scores: MinimumScores, own: ProjectMinimums | null): MinimumScores {
  if (own === null) return scores
  const { security, stability, licensing } = own
  if (security === null && stability === null && licensing === null) return scores
  return {
    security: security ?? scores.security,
    stability: stability ?? scores.stability,
    licensing: licensing ?? scores.licensing,
    source: 'project',
  }
}
