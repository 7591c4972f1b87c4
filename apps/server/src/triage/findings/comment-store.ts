import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import type { FindingKey } from './finding-key.ts'

export interface CommentRow extends FindingKey {
  uuid: string
  text: string
  mentions: string[]
  memberUuid: string | null
  author: string | null
  createdAt: Date
  editedAt: Date | null
}

const columns = sql`finding_comment.uuid, project_uuid as "projectUuid", advisory_uuid as "advisoryUuid", ecosystem,
  package_name as "packageName", text, mentions, member_uuid as "memberUuid", author, finding_comment.created_at as "createdAt",
  edited_at as "editedAt"`

export interface NewComment extends FindingKey {
  uuid: string
  text: string
  mentions: readonly string[]
  memberUuid: string | null
  /** Of an import, whose author is no member. */
  author?: string | null
  /** Creation time; defaults to now. */
  at?: Date
}

export async function insertComment(tx: Tx, scope: Scope, comment: NewComment): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    insert into finding_comment (account_uuid, uuid, project_uuid, advisory_uuid, ecosystem, package_name, text, mentions,
      member_uuid, author, created_at)
    values (${scope.accountUuid}, ${comment.uuid}, ${comment.projectUuid}, ${comment.advisoryUuid}, ${comment.ecosystem},
      ${comment.packageName}, ${comment.text.replaceAll('\0', '')}, ${[...comment.mentions]}::uuid[], ${comment.memberUuid},
      ${comment.author ?? null}, coalesce(${comment.at ?? null}::timestamptz, now()))
    returning ${columns}`.execute(tx)
  return rows[0]!
}

export type ToldComment = FindingKey & Required<Pick<NewComment, 'text' | 'author' | 'at'>>

/** Comments from elsewhere, except those that are there: with the same text, of the same moment. Returns the new ones. */
export async function insertNewComments(
  tx: Tx,
  { accountUuid }: Scope,
  comments: readonly ToldComment[],
): Promise<Omit<ToldComment, 'author'>[]> {
  const { rows } = await sql<Omit<ToldComment, 'author'>>`
    insert into finding_comment (account_uuid, uuid, project_uuid, advisory_uuid, ecosystem, package_name, text, mentions,
      author, created_at)
    select ${accountUuid}, gen_random_uuid(), "projectUuid", "advisoryUuid", told.ecosystem, "packageName", told.text, '{}',
      min(told.author), told.at
    from jsonb_to_recordset(${jsonText(comments)}::jsonb) as told("projectUuid" uuid, "advisoryUuid" uuid, ecosystem text,
      "packageName" text, text text, author text, at timestamptz)
    where not exists (
      select from finding_comment there
      where there.account_uuid = ${accountUuid} and there.project_uuid = "projectUuid"
        and there.advisory_uuid = "advisoryUuid" and there.ecosystem = told.ecosystem
        and there.package_name = "packageName" and there.text = told.text and there.created_at = told.at)
    group by "projectUuid", "advisoryUuid", told.ecosystem, "packageName", told.text, told.at
    returning project_uuid as "projectUuid", advisory_uuid as "advisoryUuid", ecosystem, package_name as "packageName",
      text, created_at as at`.execute(tx)
  return rows
}

/** At most 500, oldest first. */
export async function listComments(db: Database, scope: Scope, key: FindingKey): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from finding_comment
    where account_uuid = ${scope.accountUuid} and project_uuid = ${key.projectUuid} and advisory_uuid = ${key.advisoryUuid}
      and ecosystem = ${key.ecosystem} and package_name = ${key.packageName}
    order by created_at, uuid limit 500`.execute(db)
  return rows
}

interface OwnComment {
  uuid: string
  memberUuid: string
}

/** The member's own comment in a project of the scope; locked. */
export async function lockOwnComment(tx: Tx, scope: Scope, own: OwnComment): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from finding_comment
    join project on project.account_uuid = finding_comment.account_uuid and project.uuid = project_uuid
    where finding_comment.account_uuid = ${scope.accountUuid} and finding_comment.uuid = ${own.uuid}
      and member_uuid = ${own.memberUuid} and ${anyProjectInScope(scope)}
    for update of finding_comment`.execute(tx)
  return rows[0]
}

export async function updateComment(
  tx: Tx,
  scope: Scope,
  { uuid, text, mentions }: Pick<NewComment, 'uuid' | 'text' | 'mentions'>,
): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    update finding_comment set text = ${text.replaceAll('\0', '')}, mentions = ${[...mentions]}::uuid[], edited_at = now()
    where account_uuid = ${scope.accountUuid} and uuid = ${uuid} returning ${columns}`.execute(tx)
  return rows[0]!
}

export const deleteComment = (tx: Tx, scope: Scope, uuid: string) =>
  sql`delete from finding_comment where account_uuid = ${scope.accountUuid} and uuid = ${uuid}`.execute(tx)
