import { sql, type Kysely } from 'kysely'

/** An archive is uploaded in pieces: what it is to be when it is whole, so that an interrupted upload goes on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // null: received in one call.
    `alter table advisory_upload add column digest text, add column name text, add column size bigint`,
    `create unique index advisory_upload_of_archive on advisory_upload (digest) where sync_uuid is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
