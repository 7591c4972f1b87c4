import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The state that the tracker was last updated to: 'nothing', 'open', 'fixed'.
  `alter table ticket rename column told to synced_state`,
  `alter table notification_reminder rename column told_at to sent_at`,
  // The member who is notified when the report is ready; null: nobody.
  `alter table report_export rename column told_member_uuid to recipient_uuid`,
]
