import { keyOfProduct } from '@assay/engine/vex/product-keys.ts'
import { vexReaderVersion } from '@assay/engine/vex/read-vex.ts'
import type { ProductStatement, VexDocument } from '@assay/engine/vex/vex-document.ts'
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { anyProjectInScope, ofNoDeletedProject, ruleInScope } from '#projects/in-scope-store.ts'

export type VexRow = Omit<Selectable<Schema['vex_document']>, 'content' | 'reader_version'> & {
  /** Statements that applied to nothing so far. */
  unmatched_count: number
}

const unmatchedCount = sql<number>`(
  select count(*)::int from vex_statement statement
  where statement.account_uuid = vex_document.account_uuid and statement.document_uuid = vex_document.uuid
    and unmatched is not null)`.as('unmatched_count')

const columns = [
  ...(['account_uuid', 'uuid', 'project_uuid', 'team_uuids', 'format', 'document_id', 'title'] as const),
  ...(['author', 'issued_at', 'statement_count', 'created_by', 'created_at', 'removed_at'] as const),
] as const

const activeDocuments = (db: Database, scope: Scope) =>
  db
    .selectFrom('vex_document')
    .select([...columns, unmatchedCount])
    .where('account_uuid', '=', scope.accountUuid)
    .where('removed_at', 'is', null)

/** Account-wide and team-wide documents can only be withdrawn by callers whose scope covers them entirely. */
function isOwn(scope: Scope): RawBuilder<SqlBool> {
  if (scope.teams === 'all' && scope.project === null)
    return ofNoDeletedProject(scope, 'vex_document.project_uuid')
  const ofTeams = scope.project === null ? sql`team_uuids <@ ${teamUuids(scope)}::uuid[]` : sql`false`
  return sql<SqlBool>`(coalesce(${ofTeams}, false) or project_uuid in (
    select project.uuid from project
    where project.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}))`
}

const isVisible = (scope: Scope) =>
  sql<SqlBool>`(${isOwn(scope)} or (project_uuid is null and ${ruleInScope(scope)}))`

/** Documents of the account and of the teams and projects in scope, newest first. */
export const vexPages = (db: Database, scope: Scope) =>
  readPages((after: ListedDocument | undefined) =>
    readPage<ListedDocument>(db, {
      query: activeDocuments(db, scope)
        .select(sql<string>`created_at::text`.as('position'))
        .where(isVisible(scope))
        .$if(after !== undefined, (query) => query.where(isAfter(after!)))
        .orderBy('created_at', 'desc')
        .orderBy('uuid')
        .limit(maxPageRows),
      order: sql`created_at desc, uuid`,
    }),
  )

/** The timestamp as text: a Date would lose the microseconds. */
type ListedDocument = VexRow & { position: string }

const isAfter = ({ position, uuid }: ListedDocument) => sql<boolean>`
  (created_at < ${position}::timestamptz or (created_at = ${position}::timestamptz and uuid > ${uuid}::uuid))`

export const findVex = (db: Database, scope: Scope, uuid: string): Promise<VexRow | undefined> =>
  activeDocuments(db, scope).where('uuid', '=', uuid).where(isVisible(scope)).executeTakeFirst()

export const findContent = async (
  db: Database,
  scope: Scope,
  uuid: string,
): Promise<Uint8Array | undefined> =>
  (
    await db
      .selectFrom('vex_document')
      .select('content')
      .where('account_uuid', '=', scope.accountUuid)
      .where('uuid', '=', uuid)
      .where('removed_at', 'is', null)
      .where(isVisible(scope))
      .executeTakeFirst()
  )?.content

export interface NewVex {
  uuid: string
  projectUuid: string | null
  createdBy: string
  document: VexDocument
  /** Why statements apply to nothing, by their position. */
  unmatched: ReadonlyMap<number, string>
  content: Uint8Array
}

export async function insertVex(tx: Tx, scope: Scope, added: NewVex): Promise<VexRow> {
  const { uuid, projectUuid, createdBy, document, unmatched, content } = added
  const row = await tx
    .insertInto('vex_document')
    .values({
      account_uuid: scope.accountUuid,
      uuid,
      project_uuid: projectUuid,
      team_uuids: projectUuid === null && scope.teams !== 'all' ? teamUuids(scope) : null,
      format: document.format,
      document_id: document.id,
      title: document.title,
      author: document.author,
      issued_at: new Date(document.at),
      statement_count: document.statements.length,
      reader_version: vexReaderVersion,
      content,
      created_by: createdBy,
    })
    .returning([...columns])
    .executeTakeFirstOrThrow()
  await insertStatements(tx, scope, { documentUuid: uuid, statements: document.statements, unmatched })
  await checkLimit(tx, scope, 'vexDocuments')
  await checkLimit(tx, scope, 'vexStatements')
  return { ...row, unmatched_count: unmatched.size }
}

interface NewStatements {
  documentUuid: string
  statements: readonly ProductStatement[]
  unmatched: ReadonlyMap<number, string>
}

/** Passed as one JSON value: as row parameters they would exceed the protocol's limit. */
export async function insertStatements(
  tx: Tx,
  scope: Scope,
  { documentUuid, statements, unmatched }: NewStatements,
): Promise<void> {
  const rows = statements.map((each, position) => ({
    ...each,
    position,
    package: keyOfProduct(each.subcomponent ?? each.product),
    unmatched: unmatched.get(position) ?? null,
    stated: new Date(each.at).toISOString(),
  }))
  await sql`
    insert into vex_statement (account_uuid, document_uuid, position, ids, status, justification, detail, product,
      subcomponent, package, unmatched, stated_at)
    select ${scope.accountUuid}::uuid, ${documentUuid}::uuid, position,
      array(select jsonb_array_elements_text(ids)), status, justification, detail, product,
      nullif(subcomponent, 'null'::jsonb), package, unmatched, stated
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(position int, ids jsonb, status text,
      justification text, detail text, product jsonb, subcomponent jsonb, package text, unmatched text, stated timestamptz)`.execute(
    tx,
  )
}

/** Withdraws the document's statements. undefined if the scope cannot withdraw such a document. */
export const withdrawVex = (tx: Tx, scope: Scope, uuid: string): Promise<VexRow | undefined> =>
  tx
    .updateTable('vex_document')
    .set({ removed_at: sql<Date>`now()` })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('removed_at', 'is', null)
    .where(isOwn(scope))
    .returning([...columns, unmatchedCount])
    .executeTakeFirst()

/** Withdraws the documents it replaces: same identifier and target, not issued later. */
export const withdrawOlder = (
  tx: Tx,
  scope: Scope,
  { uuid, project_uuid, format, document_id, issued_at }: VexRow,
): Promise<{ uuid: string }[]> =>
  tx
    .updateTable('vex_document')
    .set({ removed_at: sql<Date>`now()` })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '<>', uuid)
    .where('removed_at', 'is', null)
    .where(isOwn(scope))
    .where(sql<boolean>`project_uuid is not distinct from ${project_uuid}::uuid`)
    .where('format', '=', format)
    .where('document_id', '=', document_id)
    .where('document_id', '<>', '')
    .where('issued_at', '<=', issued_at)
    .returning('uuid')
    .execute()

/** Deletes withdrawn documents once the affected branches have been rescanned. */
export const deleteWithdrawn = (db: Database, scope: Scope, uuid: string) =>
  db
    .deleteFrom('vex_document')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('removed_at', 'is not', null)
    .execute()

export type StatementRow = Selectable<Schema['vex_statement']>

/** In document order. */
export const statementPages = (db: Database, scope: Scope, documentUuid: string) =>
  readPages((after: StatementRow | undefined) =>
    readPage<StatementRow>(db, {
      query: db
        .selectFrom('vex_statement')
        .selectAll()
        .where('account_uuid', '=', scope.accountUuid)
        .where('document_uuid', '=', documentUuid)
        .where('position', '>', after?.position ?? -1)
        .orderBy('position')
        .limit(maxPageRows),
      order: sql`position`,
    }),
  )

/** Whether the account has any documents: most have none, and their scans skip further queries. */
export const hasVex = async (db: Database, scope: Scope): Promise<boolean> =>
  (await db
    .selectFrom('vex_document')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Deletes the documents of a project. */
export const deleteVexOf = (tx: Tx, scope: Scope, projectUuid: string) =>
  tx
    .deleteFrom('vex_document')
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .execute()
