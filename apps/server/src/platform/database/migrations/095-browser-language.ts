import { type Kysely, sql } from 'kysely'

/** The language of the web app for a member who follows the browser, as last seen; null: not seen yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column browser_language text`.execute(db)
}
