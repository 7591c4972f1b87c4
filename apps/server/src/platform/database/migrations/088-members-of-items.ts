import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The member an item concerns: only they and administrators can read it; null if it is for everyone.
  `alter table notification_item add column member_uuid uuid`,
  `update notification_item set member_uuid = api_token.member_uuid from api_token
    where notification_item.kind = 'tokenEnding' and api_token.account_uuid = notification_item.account_uuid
      and api_token.uuid::text = notification_item.group_key`,
  `delete from notification_item where kind = 'tokenEnding' and member_uuid is null`,
  // For the newest events of one type.
  `create index outbox_event_of_account_by_type on outbox_event (account_uuid, type, sequence)`,
  `drop index outbox_event_of_account`,
]
