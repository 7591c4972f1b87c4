import type { eraIntervals } from '@assay/contract/eras.ts'
import { type Selectable, sql } from 'kysely'
import type { ErasedPerson } from '#accounts/audit/store.ts'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import type { Visibility } from '#reporting/exports/store.ts'

export type ScheduleRow = Selectable<Schema['report_schedule']>
export type Interval = (typeof eraIntervals)[number]

interface NewSchedule extends Visibility {
  uuid: string
  memberUuid: string
  createdBy: string
  every: Interval
  request: object
  formats: readonly string[]
  nextAt: Date
}

export const insertSchedule = (tx: Tx, { accountUuid }: Scope, made: NewSchedule): Promise<ScheduleRow> =>
  tx
    .insertInto('report_schedule')
    .values({
      account_uuid: accountUuid,
      uuid: made.uuid,
      member_uuid: made.memberUuid,
      created_by: made.createdBy,
      team_uuids: made.teamUuids,
      project_uuid: made.projectUuid,
      every: made.every,
      request: jsonText(made.request),
      formats: [...made.formats],
      next_at: made.nextAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Same condition as exportInScope. */
const inScope = (scope: Scope) => {
  const isOfProject = sql`exists (
    select from project where project.account_uuid = report_schedule.account_uuid
      and project.uuid = report_schedule.project_uuid and ${projectInScope(scope)})`
  if (scope.project !== null) return sql<boolean>`(project_uuid is not null and ${isOfProject})`
  if (scope.teams === 'all') return sql<boolean>`true`
  return sql<boolean>`case when project_uuid is not null then ${isOfProject}
    else coalesce(team_uuids <@ ${teamUuids(scope)}::uuid[], false) end`
}

/** By due time. */
export const schedulePages = (db: Database, scope: Scope) =>
  readPages((after: ScheduleRow | undefined) =>
    readPage<ScheduleRow>(db, {
      query: db
        .selectFrom('report_schedule')
        .selectAll()
        .where('account_uuid', '=', scope.accountUuid)
        .where(inScope(scope))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(next_at, uuid) > (${after!.next_at}, ${after!.uuid})`),
        )
        .orderBy('next_at')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`next_at, uuid`,
    }),
  )

/** undefined if there is none in scope. */
export const deleteSchedule = (tx: Tx, scope: Scope, uuid: string): Promise<ScheduleRow | undefined> =>
  tx
    .deleteFrom('report_schedule')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid.toLowerCase())
    .where(inScope(scope))
    .returningAll()
    .executeTakeFirst()

/** A due schedule, locked until the transaction ends; skips those locked by other processes. */
export const lockDueSchedule = (tx: Tx, now: Date): Promise<ScheduleRow | undefined> =>
  tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const advanceSchedule = (
  tx: Tx,
  { account_uuid, uuid }: ScheduleRow,
  { nextAt, problem }: { nextAt: Date; problem: string | null },
) =>
  tx
    .updateTable('report_schedule')
    .set({ next_at: nextAt, problem })
    .where('account_uuid', '=', account_uuid)
    .where('uuid', '=', uuid)
    .execute()

export const pseudonymizeSchedules = (tx: Tx, { accountUuid }: Scope, { email, pseudonym }: ErasedPerson) =>
  sql`
    update report_schedule set created_by = ${pseudonym} where account_uuid = ${accountUuid} and created_by = ${email}`.execute(
    tx,
  )
