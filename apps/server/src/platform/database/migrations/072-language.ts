import { sql, type Kysely } from 'kysely'

/** What the web app speaks to a member; null: the language of the browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table member add column language text`.execute(db)
}
