import { type Kysely, sql } from 'kysely'

/** Whether packages that only attached SBOMs of a watched image list are scanned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table watched_image add column uses_attached boolean not null default false`.execute(db)
}
