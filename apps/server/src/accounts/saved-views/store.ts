import type { ViewedList } from '@assay/contract/saved-views.ts'
import { sql } from 'kysely'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'

/** The caller whose views are listed. */
export interface Viewer {
  scope: Scope
  memberUuid: string
}

/** The member's own views, and those shared with all members or a team in scope. */
const viewsOf = (db: Database, { scope, memberUuid }: Viewer) =>
  db
    .selectFrom('saved_view')
    .leftJoin('member', (join) =>
      join
        .onRef('member.account_uuid', '=', 'saved_view.account_uuid')
        .onRef('member.uuid', '=', 'saved_view.created_by'),
    )
    .select([
      'saved_view.uuid',
      'saved_view.list',
      'saved_view.name',
      'saved_view.criteria',
      'saved_view.private_of as privateOf',
      'saved_view.team_uuid as teamUuid',
      'saved_view.created_by as creatorUuid',
      'member.name as createdBy',
      'saved_view.created_at as createdAt',
    ])
    .where('saved_view.account_uuid', '=', scope.accountUuid)
    .where(
      sql<boolean>`(private_of = ${memberUuid} or private_of is null and
        (team_uuid is null or ${scope.teams === 'all'} or team_uuid = any(${teamUuids(scope)}::uuid[])))`,
    )

export type ViewRow = NonNullable<Awaited<ReturnType<typeof findView>>>

export const findView = (db: Database, viewer: Viewer, uuid: string) =>
  viewsOf(db, viewer).where('saved_view.uuid', '=', uuid).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockView = (tx: Tx, viewer: Viewer, uuid: string) =>
  viewsOf(tx, viewer).where('saved_view.uuid', '=', uuid).forUpdate('saved_view').executeTakeFirst()

/** By name. */
export const viewPages = (db: Database, viewer: Viewer) =>
  readPages((after: ViewRow | undefined) =>
    readPage<ViewRow>(db, {
      query: viewsOf(db, viewer)
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(saved_view.name, saved_view.uuid) > (${after!.name}, ${after!.uuid}::uuid)`,
          ),
        )
        .orderBy('saved_view.name')
        .orderBy('saved_view.uuid')
        .limit(maxPageRows),
      order: sql`name, uuid`,
    }),
  )

/** Audience of a view: a team; with neither flag, its creator only, otherwise all members. */
export interface Audience {
  privateOf: string | null
  teamUuid: string | null
}

interface Content {
  uuid: string
  name: string
  criteria: object
}

export const insertView = (
  tx: Tx,
  { scope, memberUuid }: Viewer,
  view: Content & Audience & { list: ViewedList },
) =>
  tx
    .insertInto('saved_view')
    .values({
      account_uuid: scope.accountUuid,
      uuid: view.uuid,
      list: view.list,
      created_by: memberUuid,
      ...rowOf(view),
    })
    .execute()

export const updateView = (tx: Tx, { accountUuid }: Scope, view: Content & Audience) =>
  tx
    .updateTable('saved_view')
    .set(rowOf(view))
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', view.uuid)
    .execute()

const rowOf = ({ name, criteria, privateOf, teamUuid }: Content & Audience) => ({
  name,
  criteria: jsonText(criteria),
  private_of: privateOf,
  team_uuid: teamUuid,
})

export const deleteView = (tx: Tx, { accountUuid }: Scope, uuid: string) =>
  tx.deleteFrom('saved_view').where('account_uuid', '=', accountUuid).where('uuid', '=', uuid).execute()
