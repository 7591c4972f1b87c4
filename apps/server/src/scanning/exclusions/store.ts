import type { Exclusion } from '@assay/engine/scan-result.ts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { projectInReach, ruleInReach } from '#projects/reach-store.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

type Domain = Exclusion['domain']

export interface NewExclusion extends Exclusion {
  reason: string
  description: string
  createdBy: string
  expiresAt?: Date | null
  /** When it was made, when not now. */
  at?: Date
}

/** Those of the whole account and of the teams and projects that the scope reaches; newest first. */
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
        .$if(domain !== undefined, (query) => query.where('domain', '=', domain!))
        .$if(after !== undefined, (query) => query.where(isAfter(after!)))
        .orderBy('created_at', 'desc')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`created_at desc, uuid`,
    }),
  )

export type ExclusionRow = Selectable<Schema['exclusion']>

/** Its moment as text: a Date would lose the microseconds. */
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
      team_uuids: exclusion.projectUuid === null && scope.teams !== 'all' ? teamUuids(scope) : null,
      created_by: exclusion.createdBy,
      expires_at: exclusion.expiresAt ?? null,
      ...(exclusion.at && { created_at: exclusion.at }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await checkLimit(tx, scope, 'exclusions')
  return row
}

/** It stays, as what was once made; undefined when there is no such active one that the scope may end. */
export const endExclusion = (
  tx: Tx,
  scope: Scope,
  { uuid, domain }: { uuid: string; domain: Domain },
): Promise<ExclusionRow | undefined> =>
  tx
    .updateTable('exclusion')
    .set({ removed_at: sql<Date>`now()` })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('domain', '=', domain)
    .where('removed_at', 'is', null)
    .where(isOwn(scope))
    .returningAll()
    .executeTakeFirst()

/** What holds for a scan of the project now: the account's exclusions, its team's and its own, oldest first. */
export async function listActiveExclusions(
  db: Database,
  scope: Scope,
  projectUuid: string,
): Promise<Exclusion[]> {
  const rows = await db
    .selectFrom('exclusion')
    .select(['uuid', 'domain', 'target', 'project_uuid as projectUuid'])
    .where('account_uuid', '=', scope.accountUuid)
    .where(isInForce)
    .where((eb) => eb.or([eb('project_uuid', 'is', null), eb('project_uuid', '=', projectUuid)]))
    .where(
      sql<boolean>`(team_uuids is null or exists (
        select from project where project.account_uuid = exclusion.account_uuid
          and project.uuid = ${projectUuid} and project.team_uuid = any(team_uuids)))`,
    )
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()
  return rows.map((row) => ({
    ...row,
    domain: row.domain as Domain,
    target: row.target as Exclusion['target'],
  }))
}

/** For reports; removed ones too, since an old scan still names them. */
export const describeExclusions = async (db: Database, scope: Scope, uuids: readonly string[]) =>
  uuids.length === 0
    ? []
    : db
        .selectFrom('exclusion')
        .select(['uuid', 'reason', 'description', 'created_at as createdAt'])
        .where('account_uuid', '=', scope.accountUuid)
        .where('uuid', 'in', [...new Set(uuids)])
        .execute()

const isInForce = (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  eb.and([
    eb('removed_at', 'is', null),
    eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]),
  ])

const isVisible = (scope: Scope) => (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  eb.or([isOwn(scope)(eb), eb.and([eb('project_uuid', 'is', null), ruleInReach(scope)])])

/** What holds for all of the account, or of a team, is ended by who reaches all of it. */
const isOwn = (scope: Scope) => (eb: ExpressionBuilder<Schema, 'exclusion'>) =>
  scope.teams === 'all' && scope.project === null
    ? eb.lit(true)
    : eb.or([
        scope.project === null ? sql<boolean>`team_uuids <@ ${teamUuids(scope)}::uuid[]` : eb.lit(false),
        eb(
          'project_uuid',
          'in',
          eb
            .selectFrom('project')
            .select('project.uuid')
            .where('project.account_uuid', '=', scope.accountUuid)
            .where(projectInReach(scope)),
        ),
      ])
