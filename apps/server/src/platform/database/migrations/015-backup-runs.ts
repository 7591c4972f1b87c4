import { type Kysely, sql } from 'kysely'

/** When the database was backed up, or was meant to be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_run (
      uuid uuid primary key default gen_random_uuid(),
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      destination text not null,
      -- Of the backup; null if there is none.
      name text,
      bytes bigint,
      -- Why there is none.
      reason text
    )`.execute(db)
  await sql`create index backup_run_started_at on backup_run (started_at)`.execute(db)
}
