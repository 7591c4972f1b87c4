import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

const columns = [
  'watched_image.uuid',
  'watched_image.project_uuid as projectUuid',
  'host',
  'repository',
  'tag',
  'platform',
  'every_hours as everyHours',
  'uses_attached as usesAttached',
  'digest',
  'checked_at as checkedAt',
  'next_check_at as nextCheckAt',
  'error',
  'failures',
] as const

/** Those of projects that the scope contains. */
const imagesOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('watched_image')
    .innerJoin('project', (join) =>
      join
        .onRef('project.account_uuid', '=', 'watched_image.account_uuid')
        .onRef('project.uuid', '=', 'watched_image.project_uuid'),
    )
    .select([...columns])
    .where('watched_image.account_uuid', '=', scope.accountUuid)
    .where(projectInScope(scope))

export type ImageRow = NonNullable<Awaited<ReturnType<typeof findImage>>>

export const listImages = (db: Database, scope: Scope): Promise<ImageRow[]> =>
  imagesOf(db, scope).orderBy('host').orderBy('repository').orderBy('tag').orderBy('uuid').execute()

export const findImage = (db: Database, scope: Scope, uuid: string) =>
  imagesOf(db, scope).where('watched_image.uuid', '=', uuid).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockImage = (tx: Tx, scope: Scope, uuid: string) =>
  imagesOf(tx, scope).where('watched_image.uuid', '=', uuid).forUpdate('watched_image').executeTakeFirst()

export interface NewImage {
  uuid: string
  projectUuid: string
  host: string
  repository: string
  tag: string
  platform: string | null
  everyHours: number
  usesAttached: boolean
}

/** False if the image is watched already. */
export async function insertImage(tx: Tx, { accountUuid }: Scope, image: NewImage): Promise<boolean> {
  const { uuid, projectUuid, everyHours, usesAttached, ...rest } = image
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('watched_image')
    .values({
      account_uuid: accountUuid,
      uuid,
      project_uuid: projectUuid,
      every_hours: everyHours,
      uses_attached: usesAttached,
      // It is checked at once, too.
      next_check_at: sql`now() + make_interval(hours => ${everyHours}::int)`,
      ...rest,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** An image whose attached SBOMs are to be used, or no longer, counts as not scanned. */
export const updateImage = (
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, everyHours, usesAttached }: Pick<NewImage, 'uuid' | 'everyHours' | 'usesAttached'>,
) =>
  tx
    .updateTable('watched_image')
    .set({
      every_hours: everyHours,
      uses_attached: usesAttached,
      next_check_at: sql`least(next_check_at, now() + make_interval(hours => ${everyHours}::int))`,
      digest: sql<string | null>`case when uses_attached = ${usesAttached} then digest end`,
    })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()

export const deleteImage = (tx: Tx, { accountUuid }: Scope, uuid: string) =>
  tx.deleteFrom('watched_image').where('account_uuid', '=', accountUuid).where('uuid', '=', uuid).execute()

/** Images whose repository a registry has changed; without tag, all of them. */
export async function findPushed(
  db: Database,
  accountUuid: string,
  { host, repository, tag }: { host: string; repository: string; tag: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from watched_image
    where account_uuid = ${accountUuid} and host = ${host} and repository = ${repository}
      and (${tag}::text is null or tag = ${tag})
    limit 100`.execute(db)
  return rows.map(({ uuid }) => uuid)
}

/** Takes images that are due: the next check of each is planned at once. */
export async function takeDueImages(
  db: Database,
  limit: number,
): Promise<{ accountUuid: string; imageUuid: string }[]> {
  const { rows } = await sql<{ accountUuid: string; imageUuid: string }>`
    update watched_image set next_check_at = now() + make_interval(hours => every_hours)
    where (account_uuid, uuid) in (
      select account_uuid, uuid from watched_image where next_check_at <= now()
      order by next_check_at limit ${limit} for update skip locked)
    returning account_uuid as "accountUuid", uuid as "imageUuid"`.execute(db)
  return rows
}

/** usesAttached: as it was scanned, which may have changed meanwhile. */
export const saveChecked = (
  db: Database,
  { accountUuid }: Scope,
  { uuid, digest, usesAttached }: { uuid: string; digest: string; usesAttached: boolean },
) =>
  db
    .updateTable('watched_image')
    .set({
      digest: sql<string | null>`case when uses_attached = ${usesAttached} then ${digest} end`,
      checked_at: new Date(),
      error: null,
      failures: 0,
    })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()

export const saveFailure = (
  db: Database,
  { accountUuid }: Scope,
  { uuid, error }: { uuid: string; error: string },
) =>
  db
    .updateTable('watched_image')
    .set((eb) => ({ checked_at: new Date(), error: error.slice(0, 1000), failures: eb('failures', '+', 1) }))
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()
