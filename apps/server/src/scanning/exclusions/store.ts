import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import {
  anyProjectInScope,
  appliesToOneOf,
  ofNoDeletedProject,
  ruleInScope,
} from '#projects/in-scope-store.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import type { Exclusion, RepositoryExclusion } from '@assay/engine/policies/exclusion.ts'

type Domain = Exclusion['domain']

export interface NewExclusion extends Exclusion {
  reason: string
  description: string
  createdBy: string
  expiresAt?: Date | null
  /** It waits for the approval of another member. */
  isWanted?: boolean
  /** Creation time; defaults to now. */
  at?: Date
}

/** Exclusions of the account and of the teams and projects in scope, newest first. */
export const exclusionPages = (db: Database, scope: Scope, domain: Domain | undefined) =>
  readPages((after: ListedExclusion | undefined) =>
    readPage<ListedExclusion>(db, {
      query: db
        .selectFrom('exclusion')
        .selectAll()
        .select(sql<string>`created_at::text`.as('position'))
        .where('account_uuid', '=', scope.accountUuid)
        .where(isInForce)
        .where(isVisible(scope))
        // Has no form in the answer of this call.
        .where(sql<boolean>`target ->> 'kind' <> 'finding'`)
        .$if(domain !== undefined, (query) => query.where('domain', '=', domain!))
        .$if(after !== undefined, (query) => query.where(isAfter(after!)))
        .orderBy('created_at', 'desc')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`created_at desc, uuid`,
    }),
  )

export type ExclusionRow = Selectable<Schema['exclusion']>

/** The timestamp as text: a Date would lose the microseconds. */
type ListedExclusion = ExclusionRow & { position: string }

const isAfter = ({ position, uuid }: ListedExclusion) => sql<boolean>`
  (created_at < ${position}::timestamptz or (created_at = ${position}::timestamptz and uuid > ${uuid}::uuid))`

export async function insertExclusion(tx: Tx, scope: Scope, exclusion: NewExclusion): Promise<ExclusionRow> {
  const row = await tx
    .insertInto('exclusion')
    .values({
      account_uuid: scope.accountUuid,
      uuid: exclusion.uuid,
      domain: exclusion.domain,
      target: jsonText(exclusion.target),
      reason: exclusion.reason,
      description: exclusion.description.replaceAll('\0', ''),
      project_uuid: exclusion.projectUuid,
      team_uuids: ownTeams(scope, exclusion.projectUuid),
      created_by: exclusion.createdBy,
      expires_at: exclusion.expiresAt ?? null,
      ...(exclusion.at && { created_at: exclusion.at }),
      ...(exclusion.isWanted && { approval: 'wanted' }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await checkLimit(tx, scope, 'exclusions')
  return row
}

/** Ends an exclusion but keeps its row. undefined if the scope has no such active exclusion. */
export const endExclusion = (
  tx: Tx,
  scope: Scope,
  { uuid, domain }: { uuid: string; domain: Domain },
): Promise<ExclusionRow | undefined> =>
  tx
    .updateTable('exclusion')
    .set({ removed_at: sql<Date>`now()`, end_reason: 'removed' })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('domain', '=', domain)
    .where('removed_at', 'is', null)
    .where(isOwn(scope))
    .returningAll()
    .executeTakeFirst()

export type ExclusionOwner = Pick<Exclusion, 'domain' | 'target' | 'projectUuid'>

/** An active exclusion of the same target for the same project or teams. Concurrent callers wait until the transaction ends. */
export async function lockSame(
  tx: Tx,
  scope: Scope,
  { domain, target, projectUuid }: ExclusionOwner,
): Promise<ExclusionRow | undefined> {
  const name = JSON.stringify(['exclusion', scope.accountUuid, domain, target, projectUuid])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  return activeOf(tx, scope, { domain, projectUuid })
    .where(sql<boolean>`target = ${jsonText(target)}::jsonb`)
    .where(sql<boolean>`team_uuids is not distinct from ${ownTeams(scope, projectUuid)}::uuid[]`)
    .executeTakeFirst()
}

/** The active exclusion with this id that belongs to the project or, without one, to the account. */
export const findExclusion = (
  db: Database,
  scope: Scope,
  { uuid, ...owner }: Pick<Exclusion, 'uuid' | 'domain' | 'projectUuid'>,
): Promise<ExclusionRow | undefined> => activeOf(db, scope, owner).where('uuid', '=', uuid).executeTakeFirst()

const activeOf = (
  db: Database,
  scope: Scope,
  { domain, projectUuid }: Pick<Exclusion, 'domain' | 'projectUuid'>,
) =>
  db
    .selectFrom('exclusion')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('domain', '=', domain)
    .where(sql<boolean>`project_uuid is not distinct from ${projectUuid}::uuid`)
    .where(isInForce)
    .where(isVisible(scope))

export const ownTeams = (scope: Scope, projectUuid: string | null): string[] | null =>
  projectUuid === null && scope.teams !== 'all' ? teamUuids(scope) : null

/** Ecosystems used by the account that have a package of this name. A trailing '*' matches any suffix. */
export async function listEcosystemsOf(db: Database, scope: Scope, name: string): Promise<string[]> {
  const isPattern = name.endsWith('*')
  const prefix = isPattern ? name.slice(0, -1) : name
  const rows = await db
    .selectFrom('component_catalog')
    .select('ecosystem')
    .distinct()
    .where('account_uuid', '=', scope.accountUuid)
    .where('ecosystem', 'is not', null)
    .where(
      isPattern
        ? sql<boolean>`(starts_with(lower(name), lower(${prefix})) or starts_with(lower(package_name), lower(${prefix})))`
        : sql<boolean>`(lower(name) = lower(${prefix}) or lower(package_name) = lower(${prefix}))`,
    )
    .execute()
  return rows.map(({ ecosystem }) => ecosystem!)
}

/** Exclusions in force for a scan of the project: of the account, its team and itself, oldest first. */
export async function listActiveExclusions(
  db: Database,
  scope: Scope,
  projectUuids: readonly string[],
): Promise<Map<string, Exclusion[]>> {
  const rows = await db
    .selectFrom('exclusion')
    .innerJoin('project', (join) =>
      join.onRef('project.account_uuid', '=', 'exclusion.account_uuid').on(appliesToOneOf(projectUuids)),
    )
    .select([
      'exclusion.uuid',
      'domain',
      'target',
      'project_uuid as projectUuid',
      'until_fix as untilFix',
      'project.uuid as ofProject',
    ])
    .where('exclusion.account_uuid', '=', scope.accountUuid)
    .where(isInForce)
    .orderBy('exclusion.created_at')
    .orderBy('exclusion.uuid')
    .execute()
  const byProject = Map.groupBy(rows, ({ ofProject }) => ofProject)
  return new Map([...byProject].map(([uuid, list]) => [uuid, list.map(toExclusion)]))
}

const toExclusion = ({
  uuid,
  domain,
  target,
  projectUuid,
  untilFix,
}: {
  uuid: string
  domain: string
  target: unknown
  projectUuid: string | null
  untilFix: boolean
}): Exclusion => ({
  uuid,
  domain: domain as Domain,
  target: target as Exclusion['target'],
  projectUuid,
  ...(untilFix && { untilFix }),
})

export interface DescribedExclusion {
  uuid: string
  reason: string
  description: string
  createdAt: Date
  /** What was decided; null for an exclusion. */
  state?: string | null
  /** Of OpenVEX and CSAF. */
  justification?: string | null
  /** Path of the repository file that contains it. */
  repositoryFile?: string
}

/** For reports: includes removed ones, which older scans still reference. */
export async function describeExclusions(
  db: Database,
  scope: Scope,
  uuids: readonly string[],
): Promise<DescribedExclusion[]> {
  if (uuids.length === 0) return []
  const requested = [...new Set(uuids)]
  const rows = await db
    .selectFrom('exclusion')
    .select(['uuid', 'reason', 'description', 'created_at as createdAt', 'state', 'justification'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', 'in', requested)
    .execute()
  if (rows.length === requested.length) return rows
  const ofRepositories = await db
    .selectFrom('repository_exclusion')
    .select(['uuid', 'reason', 'description', 'created_at as createdAt', 'path as repositoryFile'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', 'in', requested)
    .execute()
  return [...rows, ...ofRepositories]
}

/** Stores exclusions referenced by reports, in a fixed order so that concurrent scans do not deadlock. */
export async function saveRepositoryExclusions(
  tx: Tx,
  scope: Scope,
  exclusions: readonly RepositoryExclusion[],
): Promise<void> {
  if (exclusions.length === 0) return
  const rows = exclusions
    .map(({ uuid, repository }) => ({ account_uuid: scope.accountUuid, uuid, ...repository }))
    .sort((a, b) => (a.uuid < b.uuid ? -1 : 1))
  await tx
    .insertInto('repository_exclusion')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account_uuid', 'uuid']).doNothing())
    .execute()
}

/**
 * Records that exclusions matched in a scan, to within a day. Rows that another scan is updating are skipped, so that
 * concurrent scans of an account do not wait for each other.
 */
export async function saveLastMatched(
  tx: Tx,
  scope: Scope,
  { uuids, at }: { uuids: readonly string[]; at: Date },
): Promise<void> {
  if (uuids.length === 0) return
  await sql`
    update exclusion set last_matched_at = ${at}
    where account_uuid = ${scope.accountUuid} and uuid in (
      select uuid from exclusion
      where account_uuid = ${scope.accountUuid} and uuid = any(${[...uuids]}::uuid[])
        and (last_matched_at is null or last_matched_at < ${at}::timestamptz - interval '1 day')
      order by uuid for update skip locked)`.execute(tx)
}

/** Neither ended nor waiting for an approval. */
export const isInForce = (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  eb.and([
    eb('removed_at', 'is', null),
    eb('approval', '<>', 'wanted'),
    eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]),
  ])

export const isVisible = (scope: Scope) => (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  eb.or([isOwn(scope)(eb), eb.and([eb('project_uuid', 'is', null), ruleInScope(scope)])])

/** Account-wide and team-wide exclusions can only be ended by callers whose scope covers them entirely. */
export const isOwn = (scope: Scope) => (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  scope.teams === 'all' && scope.project === null
    ? ofNoDeletedProject(scope, 'exclusion.project_uuid')
    : eb.or([
        scope.project === null ? sql<boolean>`team_uuids <@ ${teamUuids(scope)}::uuid[]` : eb.lit(false),
        eb(
          'project_uuid',
          'in',
          eb
            .selectFrom('project')
            .select('project.uuid')
            .where('project.account_uuid', '=', scope.accountUuid)
            .where(anyProjectInScope(scope)),
        ),
      ])

/** Deletes the exclusions of a project. */
export const deleteExclusionsOf = (tx: Tx, scope: Scope, projectUuid: string) =>
  tx
    .deleteFrom('exclusion')
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .execute()

/** Account-wide exclusions with one of the descriptions. */
export const deleteDescribed = (tx: Tx, scope: Scope, descriptions: readonly string[]) =>
  tx
    .deleteFrom('exclusion')
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', 'is', null)
    .where('description', 'in', [...descriptions])
    .execute()
