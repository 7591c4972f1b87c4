import { type Kysely, sql } from 'kysely'

/** Whether a reminder of the deadline was sent. Those of open cases that end soon are sent with the first run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table case_deadline add column is_reminded boolean not null default false`.execute(db)
}
