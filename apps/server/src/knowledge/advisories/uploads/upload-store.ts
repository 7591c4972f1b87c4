import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '#platform/database/database.ts'

// Uploaded advisory files are stored in the database so that a worker in any process can read them.

/** Hours after which an unfinished upload is assumed to belong to a crashed process. */
const abandonedAfterHours = 24
/** Maximum concurrent uploads, each up to the configured size. */
const maxUnfinished = 2
const chunksAtOnce = 100

/** Starts an upload; null while too many are in progress. */
export async function openUpload(db: Database): Promise<string | null> {
  for (const uuid of await listAbandonedUploads(db)) await deleteUpload(db, uuid)
  const uuid = randomUUID()
  const { rows } = await sql`
    insert into advisory_upload (uuid) select ${uuid}
    where ${maxUnfinished} > (select count(*) from advisory_upload where sync_uuid is null)
    returning uuid`.execute(db)
  return rows.length > 0 ? uuid : null
}

async function listAbandonedUploads(db: Database): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from advisory_upload
    where sync_uuid is null and received_at < now() - make_interval(hours => ${abandonedAfterHours})`.execute(
    db,
  )
  return rows.map(({ uuid }) => uuid)
}

export async function addChunk(
  db: Database,
  { uploadUuid, number, content }: { uploadUuid: string; number: number; content: Uint8Array },
): Promise<void> {
  await db.insertInto('advisory_upload_chunk').values({ upload_uuid: uploadUuid, number, content }).execute()
}

/** Marks the upload as complete and assigns it to the sync. */
export const assignUpload = (tx: Tx, uuid: string, syncUuid: string) =>
  tx.updateTable('advisory_upload').set({ sync_uuid: syncUuid }).where('uuid', '=', uuid).execute()

/** The chunk with this number; null after the last one. */
export const readChunk = async (
  db: Database,
  { uploadUuid, number }: { uploadUuid: string; number: number },
): Promise<Uint8Array | null> =>
  (
    await db
      .selectFrom('advisory_upload_chunk')
      .select('content')
      .where('upload_uuid', '=', uploadUuid)
      .where('number', '=', number)
      .executeTakeFirst()
  )?.content ?? null

export async function deleteUploadsOfSync(db: Database, syncUuid: string): Promise<void> {
  const uploads = await db
    .selectFrom('advisory_upload')
    .select('uuid')
    .where('sync_uuid', '=', syncUuid)
    .execute()
  for (const { uuid } of uploads) await deleteUpload(db, uuid)
}

/** Deletes in several statements to stay within the statement timeout. */
export async function deleteUpload(db: Database, uuid: string): Promise<void> {
  for (let isLeft = true; isLeft;) {
    const { rows } = await sql`
      delete from advisory_upload_chunk where upload_uuid = ${uuid} and number in (
        select number from advisory_upload_chunk where upload_uuid = ${uuid} limit ${chunksAtOnce})
      returning number`.execute(db)
    isLeft = rows.length > 0
  }
  await db.deleteFrom('advisory_upload').where('uuid', '=', uuid).execute()
}
