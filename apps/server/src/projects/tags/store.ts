import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

export interface TagRow {
  uuid: string
  name: string
  projects: string[]
}

/** Includes the projects in scope that have it. */
const tagsIn = (scope: Scope) => sql<TagRow>`
  select tag.uuid, tag.name, array(
    select project.uuid::text from project
    where project.account_uuid = tag.account_uuid and tag.name = any(project.tags) and ${projectInScope(scope)}
    order by project.url) as projects
  from tag where tag.account_uuid = ${scope.accountUuid}`

/** Projects per page: 8 MB. A single tag can have up to 50,000 projects. */
const maxProjectsAtOnce = 200_000
const maxTagsAtOnce = 200

/** By name. */
export const tagPages = (db: Database, scope: Scope) =>
  readPages(async (after: TagRow | undefined) => {
    const { rows } = await tagPage(scope, after).execute(db)
    return {
      rows: rows.map(({ uuid, name, projects }) => ({ uuid, name, projects })),
      isLast: rows.length === (rows[0]?.left ?? 0),
    }
  })

/**
 * As many tags as fit into a page by number of projects. Scans the projects once per page, so small pages would scan
 * them repeatedly.
 */
const tagPage = (scope: Scope, after: TagRow | undefined) => sql<TagRow & { left: number }>`
  with tagged as materialized (
    select distinct tag_name as name, project.uuid, project.url
    from project cross join unnest(project.tags) tag_name
    where project.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
      and ${after ? sql`tag_name > ${after.name}` : sql`true`}),
  counted as materialized (
    select tag.uuid, tag.name, count(tagged.uuid) as projects
    from tag left join tagged using (name)
    where tag.account_uuid = ${scope.accountUuid} and ${after ? sql`tag.name > ${after.name}` : sql`true`}
    group by tag.uuid, tag.name),
  listed as (
    select uuid, name, row_number() over so_far as position, sum(projects) over so_far as projects
    from counted window so_far as (order by name rows unbounded preceding))
  select listed.uuid, listed.name, (select count(*)::int from counted) as left,
    coalesce(array_agg(tagged.uuid::text order by tagged.url) filter (where tagged.uuid is not null), '{}') as projects
  from listed left join tagged using (name)
  where listed.position = 1
    or (listed.position <= ${maxTagsAtOnce}::int and listed.projects <= ${maxProjectsAtOnce}::int)
  group by listed.uuid, listed.name
  order by listed.name`

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

export const hasTag = async (db: Database, scope: Scope, name: string): Promise<boolean> =>
  (await db
    .selectFrom('tag')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('name', '=', name)
    .executeTakeFirst()) !== undefined

interface TaggedProject {
  uuid: string
  url: string
}

/** The tag's projects in scope, by url. */
export const taggedProjectPages = (db: Database, scope: Scope, name: string) =>
  readPages((after: TaggedProject | undefined) =>
    readPage<TaggedProject>(db, {
      query: sql<TaggedProject>`
        (select uuid, url from project
         where account_uuid = ${scope.accountUuid} and ${name} = any(tags) and ${projectInScope(scope)}
           and ${after ? sql`url > ${after.url}` : sql`true`}
         order by url limit ${maxPageRows})`,
      order: sql`url`,
    }),
  )

/** Creates missing tags and locks all of them until the transaction ends. */
export async function insertTags(tx: Tx, scope: Scope, names: readonly string[]): Promise<void> {
  const requested = [...new Set(names)]
  if (requested.length === 0) return
  // Repeats if a tag was renamed or removed between the two statements.
  do await insertMissing(tx, scope, requested)
  while ((await shareTags(tx, scope, requested)) < requested.length)
  await checkLimit(tx, scope, 'tags')
}

const insertMissing = (tx: Tx, { accountUuid }: Scope, names: readonly string[]) =>
  sql`
    insert into tag (account_uuid, uuid, name)
    select ${accountUuid}, gen_random_uuid(), name from unnest(${names}::text[]) name order by name
    on conflict (account_uuid, name) do nothing`.execute(tx)

async function shareTags(tx: Tx, scope: Scope, names: readonly string[]): Promise<number> {
  const rows = await tx
    .selectFrom('tag')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where((eb) => eb('name', '=', eb.fn.any(eb.val([...names]))))
    .orderBy('name')
    .forKeyShare()
    .execute()
  return rows.length
}

/** The tag with its projects, locked until the transaction ends. */
export async function lockTag(tx: Tx, scope: Scope, uuid: string): Promise<TagRow | undefined> {
  await tx
    .selectFrom('tag')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .forUpdate()
    .execute()
  return findTag(tx, scope, { uuid })
}

export const renameTag = (tx: Tx, scope: Scope, { uuid, to }: { uuid: string; to: string }) =>
  tx
    .updateTable('tag')
    .set({ name: to })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** Returns whether the tag existed. */
export async function deleteTag(tx: Tx, scope: Scope, { uuid }: { uuid: string }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('tag')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
