import { type Kysely, sql } from 'kysely'

/** The finding that a notification is about, for webhooks; null if it is about none, or about several. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_item add column finding_uuid uuid`.execute(db)
}
