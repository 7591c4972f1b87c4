import { sql, type Kysely } from 'kysely'

/** Libyears of components, how many are unknown, and the minimum age of recommended releases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table account add column cool_down_days integer not null default 3`,
    `alter table component add column has_known_releases boolean not null default false,
      add column libyears real`,
    // unknown_releases is null for scans made before it was counted.
    `alter table scan add column libyears double precision, add column unknown_releases integer`,
    // Metrics read only the index.
    `drop index scan_by_time`,
    `create unique index scan_by_time on scan (account_uuid, branch_uuid, scanned_at)
      include (number, security_score, vulnerability_count, vulnerability_delta,
               identified_count, mitigation_count, identified_total, addressed_total, libyears, unknown_releases)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
