import { type Issue, unreadIssues } from '@assay/engine/inventory.ts'
import { type Domain, domains } from '@assay/engine/vocabulary.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { readConfiguration } from '#accounts/account/configuration.ts'
import { type Caller, callerScope, type Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { dataOfScan, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { findBranch, findMainBranch, findProject, type ProjectRow } from '#projects/project-store.ts'
import { coveredThen } from '#reporting/reports/stored/covered-then.ts'
import { findLastScan, findScan, type ScanRow } from '#reporting/reports/stored/store.ts'
import { type BadgeText, describeScore, unknown } from './describe-score.ts'
import { listVisibleBadges } from './store.ts'

export interface BadgeQuery {
  domain: string
  /** Exactly one of project and repository. */
  projectUuid?: string
  /** 'owner/repo' in lower case. */
  github?: string
  branch?: string | undefined
  reportUuid?: string | undefined
  slug?: string | undefined
  caller: Caller | null
}

type Context = Pick<AppContext, 'db' | 'config'>

export interface FoundBadge extends BadgeText {
  /** Whether public caches may store it. */
  isPublic: boolean
}

/** The score for a badge. Missing and inaccessible scores are both unknown, without distinction. */
export async function findScore(context: Context, query: BadgeQuery): Promise<FoundBadge> {
  const domain = domains.find((each) => each === query.domain)
  if (domain === undefined || !areUuids(query)) return { ...unknown, isPublic: false }
  const own = await findOwn(context, query)
  const found = own ?? (await findVisible(context, query))
  const scan = found && (await findWantedScan(context, found, query))
  if (!scan) return { ...unknown, isPublic: false }
  return { ...(await describe(context, found, { domain, scan })), isPublic: !own }
}

const areUuids = ({ projectUuid, reportUuid }: BadgeQuery) =>
  [projectUuid, reportUuid].every((each) => each === undefined || isUuid(each))

interface FoundProject {
  scope: Scope
  project: ProjectRow
}

/** Uses the caller's login. */
async function findOwn({ db }: Context, { caller, projectUuid }: BadgeQuery): Promise<FoundProject | null> {
  const scope = caller?.scopeFor('reports.read')
  const project = scope && projectUuid !== undefined && (await findProject(db, scope, projectUuid))
  return project ? { scope, project } : null
}

/** Uses the project's badge settings. If several accounts have the repository, the oldest one applies. */
async function findVisible({ db }: Context, query: BadgeQuery): Promise<FoundProject | null> {
  const [badge] = await listVisibleBadges(db, query)
  if (!badge) return null
  const scope = callerScope(badge.accountUuid, { teams: 'all', project: badge.projectUuid })
  const project = await findProject(db, scope, badge.projectUuid)
  return project ? { scope, project } : null
}

async function findWantedScan(
  { db }: Context,
  { scope, project: { uuid: projectUuid } }: FoundProject,
  { branch: name, reportUuid }: BadgeQuery,
): Promise<ScanRow | null> {
  if (reportUuid !== undefined) return (await findScan(db, scope, { projectUuid, uuid: reportUuid })) ?? null
  const branch =
    name === undefined
      ? await findMainBranch(db, scope, projectUuid)
      : await findBranch(db, scope, { projectUuid, name })
  return (branch && (await findLastScan(db, scope, branch.uuid))) ?? null
}

const scoreOf: Readonly<Record<Domain, (scan: ScanRow) => number>> = {
  security: (scan) => scan.security_score,
  stability: (scan) => scan.stability_score,
  licensing: (scan) => scan.licensing_score,
}

async function describe(
  context: Context,
  { scope, project }: FoundProject,
  { domain, scan }: { domain: Domain; scan: ScanRow },
): Promise<BadgeText> {
  const [{ minimumScores }, knowledge] = await Promise.all([
    readConfiguration(context.db, scope, project),
    readKnowledge(context),
  ])
  const { coverage, measured } = coveredThen(scan, knowledge)
  return describeScore(domain, {
    score: scoreOf[domain](scan),
    minimum: minimumScores[domain],
    isMeasured: measured[domain],
    coverage,
    isUndeclared: [scan.outcome, scan.declared_outcome].includes('UNDECLARED'),
    isIncomplete: unreadIssues(scan.issues as Issue[]).length > 0,
    data: dataOfScan(scan, knowledge).map(({ state }) => state),
  })
}
