import { sql, type Kysely } from 'kysely'

/** Expected size and digest of an archive uploaded in pieces, so that an interrupted upload can be resumed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // null: received in one request.
    `alter table advisory_upload add column digest text, add column name text, add column size bigint`,
    `create unique index advisory_upload_of_archive on advisory_upload (digest) where sync_uuid is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
