import { type StoredStatement, packageOf } from '@assay/engine/vex/bind-statements.ts'
import { vexReaderVersion } from '@assay/engine/vex/read-vex.ts'
import type { ProductStatement, VexDocument } from '@assay/engine/vex/vex-document.ts'
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { anyProjectInScope, ofNoDeletedProject, ruleInScope } from '#projects/in-scope-store.ts'

export type VexRow = Omit<Selectable<Schema['vex_document']>, 'content' | 'reader_version'>

const columns = [
  ...(['account_uuid', 'uuid', 'project_uuid', 'team_uuids', 'format', 'document_id', 'title'] as const),
  ...(['author', 'issued_at', 'statement_count', 'created_by', 'created_at', 'removed_at'] as const),
] as const

const activeDocuments = (db: Database, scope: Scope) =>
  db
    .selectFrom('vex_document')
    .select([...columns])
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
  content: Uint8Array
}

export async function insertVex(tx: Tx, scope: Scope, added: NewVex): Promise<VexRow> {
  const { uuid, projectUuid, createdBy, document, content } = added
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
  await insertStatements(tx, scope, { documentUuid: uuid, statements: document.statements })
  await checkLimit(tx, scope, 'vexDocuments')
  await checkLimit(tx, scope, 'vexStatements')
  return row
}

/** Passed as one JSON value: as row parameters they would exceed the protocol's limit. */
export async function insertStatements(
  tx: Tx,
  scope: Scope,
  { documentUuid, statements }: { documentUuid: string; statements: readonly ProductStatement[] },
): Promise<void> {
  const rows = statements.map((each, position) => ({
    ...each,
    position,
    package: packageOf((each.subcomponent ?? each.product).id),
    stated: new Date(each.at).toISOString(),
  }))
  await sql`
    insert into vex_statement (account_uuid, document_uuid, position, ids, status, justification, detail, product,
      subcomponent, package, stated_at)
    select ${scope.accountUuid}::uuid, ${documentUuid}::uuid, position,
      array(select jsonb_array_elements_text(ids)), status, justification, detail, product,
      nullif(subcomponent, 'null'::jsonb), package, stated
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(position int, ids jsonb, status text,
      justification text, detail text, product jsonb, subcomponent jsonb, package text, stated timestamptz)`.execute(
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
    .returning([...columns])
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

/** Statements about the packages in documents of the project, its team or the account. */
export async function listStatements(
  db: Database,
  scope: Scope,
  of: { projectUuid: string; packages: readonly string[] },
): Promise<StoredStatement[]> {
  const { rows } = await sql<JoinedStatementRow>`
    with document as (
      select uuid, author, project_uuid is not null as is_of_project from vex_document
      where account_uuid = ${scope.accountUuid} and removed_at is null
        and (project_uuid is null or project_uuid = ${of.projectUuid}::uuid)
        and (team_uuids is null or exists (
          select from project where project.account_uuid = vex_document.account_uuid
            and project.uuid = ${of.projectUuid}::uuid and project.team_uuid = any(team_uuids))))
    select ids, status, justification, detail, product, subcomponent, stated_at, document.uuid as document_uuid,
      author, is_of_project
    from document join vex_statement statement
      on statement.account_uuid = ${scope.accountUuid} and statement.document_uuid = document.uuid
    where package = any(${of.packages}::text[])
    order by stated_at, document_uuid, position`.execute(db)
  return rows.map(({ document_uuid, is_of_project, stated_at, ...row }) => ({
    ...row,
    at: stated_at.getTime(),
    documentUuid: document_uuid,
    isOfProject: is_of_project,
  }))
}

type JoinedStatementRow = Pick<
  StoredStatement,
  'ids' | 'status' | 'justification' | 'detail' | 'product' | 'subcomponent' | 'author'
> & { document_uuid: string; is_of_project: boolean; stated_at: Date }

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
