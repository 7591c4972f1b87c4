import { type Kysely, sql } from 'kysely'

/**
 * Where the evaluation of changed rules with the stored results of an account stands. It waits while requested_at is
 * later than started_at, and runs while finished_at is not set.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table policy_evaluation (
      account_uuid uuid primary key references account on delete cascade,
      requested_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      after_branch uuid,
      needs_scan boolean not null default false,
      scans_all boolean not null default false,
      evaluated integer not null default 0,
      rescanned integer not null default 0
    )`.execute(db)
}
