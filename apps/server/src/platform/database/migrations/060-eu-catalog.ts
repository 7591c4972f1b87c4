import { type Kysely, sql } from 'kysely'

/**
 * The EU's list of known exploited vulnerabilities beside CISA's. The generated column is made anew, as PostgreSQL 15 and
 * 16 cannot change its expression, with its indexes; versions before write the other columns only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table advisory_signal
      add column in_eu_catalog boolean not null default false,
      add column euvd_id text,
      drop column known_exploited`.execute(db)
  await sql`
    alter table advisory_signal add column known_exploited boolean not null
      generated always as (in_catalog or in_eu_catalog or linked_to_catalog) stored`.execute(db)
  await sql`create index advisory_exploited on advisory_signal (cve) where known_exploited`.execute(db)
  await sql`
    create index advisory_signal_exploited on advisory_signal (cve)
      include (known_exploited, epss)
      where known_exploited or epss >= 0.1`.execute(db)
}
