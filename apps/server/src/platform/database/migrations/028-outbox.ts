import { sql, type Kysely } from 'kysely'

/** Events, each consumer's progress, and jobs without attempts left. See docs/decisions/016-outbox.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table outbox_event (
      sequence bigint generated always as identity primary key,
      uuid uuid not null unique default gen_random_uuid(),
      -- null for the whole installation.
      account_uuid uuid references account on delete cascade,
      type text not null,
      payload jsonb not null,
      at timestamptz not null default now(),
      -- Delivery order, assigned after the commit; null until then.
      position bigint unique
    )`,
    `create index outbox_event_waiting on outbox_event (sequence) where position is null`,
    `create index outbox_event_of_account on outbox_event (account_uuid)`,
    `create index outbox_event_by_age on outbox_event (at)`,
    // One row, whose lock makes one process at a time assign positions.
    `create table outbox_position (
      is_only boolean primary key default true check (is_only),
      last_position bigint not null default 0
    )`,
    `insert into outbox_position default values`,
    `create table outbox_consumer (
      name text primary key,
      -- Of the last handled event.
      position bigint not null
    )`,
    `create table dead_letter (
      uuid uuid primary key,
      job text not null,
      payload jsonb not null,
      account_uuid uuid references account on delete cascade,
      reason text not null,
      attempts integer not null,
      queued_at timestamptz not null,
      failed_at timestamptz not null default now()
    )`,
    `create index dead_letter_by_age on dead_letter (failed_at, uuid)`,
    `create index dead_letter_of_job on dead_letter (job, failed_at, uuid)`,
    `create index dead_letter_of_account on dead_letter (account_uuid)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
