import { type Kysely, sql } from 'kysely'

/**
 * The priority of findings by SSVC, as an order of lists: filled by scans, and once a day for all (prioritize-findings-job.ts).
 * Versions before write neither column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table finding
      -- 0 immediate, 1 out-of-cycle, 2 scheduled, 3 defer, 4 not decided yet.
      add column ssvc integer not null default 4,
      -- By the CVSS vector of its advisory; null until it is read.
      add column automatable boolean`.execute(db)
  await sql`
    create index finding_open_by_ssvc on finding
      (account_uuid, ssvc, severity, greatest(introduced_at, published_at), uuid)
      where ended_at is null`.execute(db)
}
