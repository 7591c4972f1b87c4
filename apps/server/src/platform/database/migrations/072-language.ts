import { sql, type Kysely } from 'kysely'

/** The member's language in the web app; null for the browser's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column language text`.execute(db)
}
