import { type Kysely, sql } from 'kysely'

/** What the operator allows an account, and the order in which accounts take turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_quota (
      account_uuid uuid primary key references account on delete cascade,
      -- null: only the limits of the product.
      projects integer,
      uploads_an_hour integer,
      storage_bytes bigint,
      waiting_scans integer,
      -- Uploads in the hour that began then.
      hour timestamptz not null default now(),
      uploads integer not null default 0
    )`.execute(db)
  // When a build that someone waits for is due: equal for the next one of each account.
  await sql`alter table build add column turn integer`.execute(db)
  await sql`create index build_turn_of_account on build (account_uuid, turn)
    where state = 'queued' and turn is not null`.execute(db)
  await sql`create index build_turn on build (turn) where state = 'queued' and turn is not null`.execute(db)
}
