import { type Kysely, sql } from 'kysely'

/** What the documents of a scan describe, so that the next scan recognizes them under other names. Before: unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan add column documents jsonb not null default '[]'`.execute(db)
}
