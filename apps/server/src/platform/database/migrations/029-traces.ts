import { type Kysely, sql } from 'kysely'

/** What caused an event or an item of a message, in the form of https://www.w3.org/TR/trace-context/. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_event add column traceparent text`.execute(db)
  await sql`alter table notification_item add column traceparent text`.execute(db)
}
