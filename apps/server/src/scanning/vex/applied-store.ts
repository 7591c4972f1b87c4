import type { StoredStatement } from '@assay/engine/vex/bind-statements.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

/** A statement that a scan can apply. */
export interface ListedStatement extends StoredStatement {
  position: number
  /** Whether it applied to nothing so far. */
  isUnmatched: boolean
}

/** Statements on products with the keys in documents of the project, its team or the account. */
export async function listStatements(
  db: Database,
  scope: Scope,
  of: { projectUuid: string; keys: readonly string[] },
): Promise<ListedStatement[]> {
  const { rows } = await sql<JoinedStatementRow>`
    with document as (
      select uuid, author, project_uuid is not null as is_of_project from vex_document
      where account_uuid = ${scope.accountUuid} and removed_at is null
        and (project_uuid is null or project_uuid = ${of.projectUuid}::uuid)
        and (team_uuids is null or exists (
          select from project where project.account_uuid = vex_document.account_uuid
            and project.uuid = ${of.projectUuid}::uuid and project.team_uuid = any(team_uuids))))
    select ids, status, justification, detail, product, subcomponent, stated_at, document.uuid as document_uuid,
      author, is_of_project, position, unmatched is not null as is_unmatched
    from document join vex_statement statement
      on statement.account_uuid = ${scope.accountUuid} and statement.document_uuid = document.uuid
    where package = any(${of.keys}::text[])
    order by stated_at, document_uuid, position`.execute(db)
  return rows.map(({ document_uuid, is_of_project, is_unmatched, stated_at, ...row }) => ({
    ...row,
    at: stated_at.getTime(),
    documentUuid: document_uuid,
    isOfProject: is_of_project,
    isUnmatched: is_unmatched,
  }))
}

type JoinedStatementRow = Pick<
  ListedStatement,
  'ids' | 'status' | 'justification' | 'detail' | 'product' | 'subcomponent' | 'author' | 'position'
> & { document_uuid: string; is_of_project: boolean; is_unmatched: boolean; stated_at: Date }

/** Records that statements apply to something now. Those of documents that were withdrawn meanwhile are skipped. */
export async function markMatched(
  tx: Tx,
  scope: Scope,
  statements: readonly Pick<ListedStatement, 'documentUuid' | 'position'>[],
): Promise<void> {
  if (statements.length === 0) return
  await sql`
    update vex_statement set unmatched = null
    from unnest(${statements.map(({ documentUuid }) => documentUuid)}::uuid[],
      ${statements.map(({ position }) => position)}::int[]) as matched(document_uuid, position)
    where account_uuid = ${scope.accountUuid} and vex_statement.document_uuid = matched.document_uuid
      and vex_statement.position = matched.position`.execute(tx)
}
