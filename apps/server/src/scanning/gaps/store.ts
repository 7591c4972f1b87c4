import type { AcceptedGap as EngineGap } from '@assay/engine/coverage.ts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import {
  anyProjectInScope,
  appliesToOneOf,
  ofNoDeletedProject,
  ruleInScope,
} from '#projects/in-scope-store.ts'

export type AcceptedGapRow = Selectable<Schema['accepted_gap']>

/** The timestamp as text: a Date would lose the microseconds. */
type Listed = AcceptedGapRow & { position: string }

/** Of the account and of the teams and projects in scope, newest first. */
export const acceptedGapPages = (db: Database, scope: Scope) =>
  readPages((after: Listed | undefined) =>
    readPage<Listed>(db, {
      query: db
        .selectFrom('accepted_gap')
        .selectAll()
        .select(sql<string>`created_at::text`.as('position'))
        .where('account_uuid', '=', scope.accountUuid)
        .where(isInForce)
        .where(isVisible(scope))
        .$if(after !== undefined, (query) => query.where(isAfter(after!)))
        .orderBy('created_at', 'desc')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`created_at desc, uuid`,
    }),
  )

const isAfter = ({ position, uuid }: Listed) => sql<boolean>`
  (created_at < ${position}::timestamptz or (created_at = ${position}::timestamptz and uuid > ${uuid}::uuid))`

export interface NewAcceptedGap extends EngineGap {
  projectUuid: string | null
  createdBy: string
}

export async function insertAcceptedGap(tx: Tx, scope: Scope, gap: NewAcceptedGap): Promise<AcceptedGapRow> {
  const row = await tx
    .insertInto('accepted_gap')
    .values({
      account_uuid: scope.accountUuid,
      uuid: gap.uuid,
      subject: jsonText(gap.subject),
      reason: gap.reason.replaceAll('\0', ''),
      project_uuid: gap.projectUuid,
      team_uuids: ownTeams(scope, gap.projectUuid),
      created_by: gap.createdBy,
      expires_at: gap.expiresAt === null ? null : new Date(gap.expiresAt),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await checkLimit(tx, scope, 'acceptedGaps')
  return row
}

/** One in force of the same subject, project and teams. Concurrent callers wait until the transaction ends. */
export async function lockSame(
  tx: Tx,
  scope: Scope,
  { subject, projectUuid }: Pick<NewAcceptedGap, 'subject' | 'projectUuid'>,
): Promise<AcceptedGapRow | undefined> {
  const name = JSON.stringify(['accepted-gap', scope.accountUuid, subject, projectUuid])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  return tx
    .selectFrom('accepted_gap')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where(isInForce)
    .where(sql<boolean>`subject = ${jsonText(subject)}::jsonb`)
    .where(sql<boolean>`project_uuid is not distinct from ${projectUuid}::uuid`)
    .where(sql<boolean>`team_uuids is not distinct from ${ownTeams(scope, projectUuid)}::uuid[]`)
    .executeTakeFirst()
}

/** Ends an acceptance but keeps its row. undefined if the scope has no such one in force. */
export const endAcceptedGap = (tx: Tx, scope: Scope, uuid: string): Promise<AcceptedGapRow | undefined> =>
  tx
    .updateTable('accepted_gap')
    .set({ removed_at: sql<Date>`now()` })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('removed_at', 'is', null)
    .where(isOwn(scope))
    .returningAll()
    .executeTakeFirst()

/** In force for a scan of the project: of the account, its team and itself, oldest first. */
export async function listAcceptedGaps(
  db: Database,
  scope: Scope,
  projectUuids: readonly string[],
): Promise<Map<string, EngineGap[]>> {
  const rows = await db
    .selectFrom('accepted_gap')
    .innerJoin('project', (join) =>
      join.onRef('project.account_uuid', '=', 'accepted_gap.account_uuid').on(appliesToOneOf(projectUuids)),
    )
    .select([
      'accepted_gap.uuid',
      'subject',
      'reason',
      'expires_at as expiresAt',
      'project.uuid as ofProject',
    ])
    .where('accepted_gap.account_uuid', '=', scope.accountUuid)
    .where(isInForce)
    .orderBy('accepted_gap.created_at')
    .orderBy('accepted_gap.uuid')
    .execute()
  const gaps = rows.map(({ subject, expiresAt, ...row }) => ({
    ...row,
    subject: subject as EngineGap['subject'],
    expiresAt: expiresAt?.getTime() ?? null,
  }))
  const byProject = Map.groupBy(gaps, ({ ofProject }) => ofProject)
  return new Map(
    [...byProject].map(([uuid, list]) => [uuid, list.map(({ ofProject: _ofProject, ...gap }) => gap)]),
  )
}

type Owner = Pick<AcceptedGapRow, 'account_uuid' | 'project_uuid' | 'team_uuids'>

/** Branches with gaps that an acceptance applies to. */
export async function listBranchesWithGaps(db: Database, { account_uuid, ...of }: Owner) {
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    select branch.account_uuid as "accountUuid", branch.uuid as "branchUuid"
    from branch
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where branch.account_uuid = ${account_uuid} and project.deleted_at is null and scan.gap_counts <> '{}'
      and (${of.project_uuid}::uuid is null or project.uuid = ${of.project_uuid})
      and (${of.team_uuids}::uuid[] is null or project.team_uuid = any(${of.team_uuids}::uuid[]))
    order by 1, 2`.execute(db)
  return rows
}

/** Marks those that have expired, across accounts, so that each is returned once. */
export const claimExpired = (tx: Tx): Promise<Owner[]> =>
  tx
    .updateTable('accepted_gap')
    .set({ ended_at: sql<Date>`now()` })
    .where('removed_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .returning(['account_uuid', 'project_uuid', 'team_uuids'])
    .execute()

/** Deletes those of a project. */
export const deleteAcceptedGapsOf = (tx: Tx, scope: Scope, projectUuid: string) =>
  tx
    .deleteFrom('accepted_gap')
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .execute()

const ownTeams = (scope: Scope, projectUuid: string | null): string[] | null =>
  projectUuid === null && scope.teams !== 'all' ? teamUuids(scope) : null

type Expression = ExpressionBuilder<Schema, 'accepted_gap'>

const isInForce = (eb: Expression) =>
  eb.and([
    eb('removed_at', 'is', null),
    eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]),
  ])

const isVisible = (scope: Scope) => (eb: Expression) =>
  eb.or([isOwn(scope)(eb), eb.and([eb('project_uuid', 'is', null), ruleInScope(scope)])])

/** Those of the account and of teams can only be ended by callers whose scope covers them entirely. */
const isOwn = (scope: Scope) => (eb: Expression) =>
  scope.teams === 'all' && scope.project === null
    ? ofNoDeletedProject(scope, 'accepted_gap.project_uuid')
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
