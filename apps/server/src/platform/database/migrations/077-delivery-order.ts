import { sql, type Kysely } from 'kysely'

/** Messages to one target are sent in order: while one waits for its next attempt, later ones wait, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // false: the service works but rejected this message.
  `alter table notification_delivery add column holds boolean not null default true`,
  // A channel or the member of a rule; for email, a recipient.
  `alter table notification_delivery add column target text not null
    generated always as (coalesce(channel_uuid::text, rule_uuid::text, '') || ' ' || coalesce(recipient, '')) stored`,
  `create index notification_delivery_order on notification_delivery (account_uuid, target, created_at, uuid)
    where state = 'waiting'`,
]
