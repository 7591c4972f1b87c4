import { type Kysely, sql } from 'kysely'

/** The digest of a branch's current components, so that a rescan without a change does not read them; null: not stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table branch add column components_digest bytea`.execute(db)
}
