import { type Kysely, sql } from 'kysely'

/** A total of what quotas limit, and how long ended findings are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Of the documents; at least what there is, null until an upload needs it.
  await sql`alter table account_quota add column stored_bytes bigint`.execute(db)
  // Days; null keeps them.
  await sql`alter table retention add column findings integer`.execute(db)
}
