import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { ErasedPerson } from '#accounts/audit/store.ts'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'

export type ExportRow = Selectable<Schema['report_export']>

/** The scope of an export. */
export interface Visibility {
  /** null for the whole account. */
  teamUuids: string[] | null
  /** null for any. */
  projectUuid: string | null
}

export interface NewExport extends Visibility {
  uuid: string
  kind: string
  request: object
  formats: readonly string[]
  createdBy: string
  keptDays: number
  /** Member notified by email when it is ready; omitted for nobody. */
  recipientUuid?: string
}

export async function insertExport(tx: Tx, { accountUuid }: Scope, made: NewExport): Promise<void> {
  await tx
    .insertInto('report_export')
    .values({
      account_uuid: accountUuid,
      uuid: made.uuid,
      kind: made.kind,
      team_uuids: made.teamUuids,
      project_uuid: made.projectUuid,
      request: jsonText(made.request),
      formats: [...made.formats],
      created_by: made.createdBy,
      recipient_uuid: made.recipientUuid ?? null,
      expires_at: sql<Date>`now() + make_interval(days => ${made.keptDays})`,
    })
    .execute()
}

/** Exports whose content is entirely visible to the caller now: by project, by all of its teams, or account-wide. */
export const exportInScope = (scope: Scope): RawBuilder<SqlBool> => {
  const isOfProject = sql`exists (
    select from project where project.account_uuid = report_export.account_uuid
      and project.uuid = report_export.project_uuid and ${anyProjectInScope(scope)})`
  if (scope.project !== null) return sql<SqlBool>`(project_uuid is not null and ${isOfProject})`
  if (scope.teams === 'all') return sql<SqlBool>`true`
  return sql<SqlBool>`case when project_uuid is not null then ${isOfProject}
    else coalesce(team_uuids <@ ${teamUuids(scope)}::uuid[], false) end`
}

const inScope = (db: Database, scope: Scope, kind: string) =>
  db
    .selectFrom('report_export')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(exportInScope(scope))

export const findExport = (
  db: Database,
  scope: Scope,
  { kind, uuid }: { kind: string; uuid: string },
): Promise<ExportRow | undefined> =>
  inScope(db, scope, kind).where('uuid', '=', uuid.toLowerCase()).executeTakeFirst()

/** Newest first. */
export const exportPages = (db: Database, scope: Scope, kind: string) =>
  readPages((after: ExportRow | undefined) =>
    readPage<ExportRow>(db, {
      query: inScope(db, scope, kind)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, uuid) < (${after!.created_at}, ${after!.uuid})`),
        )
        .orderBy('created_at', 'desc')
        .orderBy('uuid', 'desc')
        .limit(maxPageRows),
      order: sql`created_at desc, uuid desc`,
    }),
  )

/** The newest finished export of a project's branch. */
export const findReadyOf = (
  db: Database,
  scope: Scope,
  { kind, projectUuid, branch }: { kind: string; projectUuid: string; branch: string },
): Promise<ExportRow | undefined> =>
  inScope(db, scope, kind)
    .where('project_uuid', '=', projectUuid)
    .where('state', '=', 'ready')
    .where(sql<string>`request ->> 'branch'`, '=', branch)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const deleteExport = (tx: Tx, scope: Scope, uuid: string) =>
  tx
    .deleteFrom('report_export')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid.toLowerCase())
    .execute()

/** Deletes expired exports with their pieces and returns their number. */
export async function deleteExpiredExports(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from report_export where (account_uuid, uuid) in (
      select account_uuid, uuid from report_export where expires_at < now() limit ${limit})
    returning uuid`.execute(db)
  return rows.length
}

export const pseudonymizeExports = (tx: Tx, { accountUuid }: Scope, { email, pseudonym }: ErasedPerson) =>
  sql`
    update report_export set created_by = ${pseudonym} where account_uuid = ${accountUuid} and created_by = ${email}`.execute(
    tx,
  )
