import { type Kysely, sql } from 'kysely'

/**
 * The priority of upgrades by SSVC: the highest of the findings that each closes. Filled by scans, and once a day for all
 * (prioritize-findings-job.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table branch_upgrade
      -- As in finding: 0 immediate, 1 out-of-cycle, 2 scheduled, 3 defer, 4 not decided yet.
      add column ssvc integer not null default 4,
      -- Of the closed findings; empty as written by versions before.
      add column advisory_uuids uuid[] not null default '{}'`.execute(db)
}
