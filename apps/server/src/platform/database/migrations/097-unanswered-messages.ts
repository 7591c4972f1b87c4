import { type Kysely, sql } from 'kysely'

/** Finds overdue answers of the assistant without reading all messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index assistant_message_unanswered on assistant_message (created_at)
    where state = 'answering'`.execute(db)
}
