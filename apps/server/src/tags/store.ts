import { sql } from 'kysely'
import type { Scope } from '../auth/scope.ts'
import type { Database, Tx } from '../database/database.ts'
import { projectInReach } from '../projects/store.ts'

export interface TagRow {
  uuid: string
  name: string
  projects: string[]
}

/** With the projects in reach that have it. */
const tagsIn = (scope: Scope) => sql<TagRow>`
  select tag.uuid, tag.name, array(
    select project.uuid::text from project
    where project.account_uuid = tag.account_uuid and tag.name = any(project.tags) and ${projectInReach(scope)}
    order by project.url) as projects
  from tag where tag.account_uuid = ${scope.accountUuid}`

export const listTags = async (db: Database, scope: Scope): Promise<TagRow[]> =>
  (await sql<TagRow>`${tagsIn(scope)} order by tag.name`.execute(db)).rows

export const findTag = async (
  db: Database,
  scope: Scope,
  { uuid, name }: { uuid?: string; name?: string },
): Promise<TagRow | undefined> =>
  (
    await sql<TagRow>`${tagsIn(scope)} and (tag.uuid = ${uuid ?? null} or tag.name = ${name ?? null})`.execute(
      db,
    )
  ).rows[0]

/** Names that are there already stay as they are. */
export const insertTags = async (db: Database, scope: Scope, names: readonly string[]): Promise<void> => {
  await sql`
    insert into tag (account_uuid, uuid, name)
    select ${scope.accountUuid}, gen_random_uuid(), name from unnest(${[...names]}::text[]) name
    on conflict (account_uuid, name) do nothing`.execute(db)
}

/** On the tag and on the projects that have it. */
export async function renameTag(
  tx: Tx,
  scope: Scope,
  { uuid, from, to }: { uuid: string; from: string; to: string },
) {
  await tx
    .updateTable('tag')
    .set({ name: to })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
  await sql`
    update project set tags = array_replace(tags, ${from}, ${to})
    where account_uuid = ${scope.accountUuid} and ${from} = any(tags)`.execute(tx)
}

/** Of the projects in reach, those named have the tag afterwards and the others do not. */
export async function assignTag(
  tx: Tx,
  scope: Scope,
  { name, projects }: { name: string; projects: string[] },
) {
  await sql`
    update project set tags = case
      when uuid = any(${projects}::uuid[]) then array_append(array_remove(tags, ${name}), ${name})
      else array_remove(tags, ${name}) end
    where account_uuid = ${scope.accountUuid} and ${projectInReach(scope)}
      and (${name} = any(tags)) <> (uuid = any(${projects}::uuid[]))`.execute(tx)
}

export async function deleteTag(tx: Tx, scope: Scope, { uuid, name }: { uuid: string; name: string }) {
  await tx.deleteFrom('tag').where('account_uuid', '=', scope.accountUuid).where('uuid', '=', uuid).execute()
  await sql`
    update project set tags = array_remove(tags, ${name})
    where account_uuid = ${scope.accountUuid} and ${name} = any(tags)`.execute(tx)
}
