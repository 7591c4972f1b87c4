import { sql, type Kysely } from 'kysely'

/** Advisory counts, so that no request has to count half a million rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // The ecosystem '' stands for all: an advisory of several ecosystems counts once there.
    `create table advisory_total (
      ecosystem text not null,
      severity text not null,
      advisories integer not null,
      primary key (ecosystem, severity)
    )`,
    `create table advisory_day (
      ecosystem text not null,
      -- Day of publication, UTC.
      day date not null,
      advisories integer not null,
      primary key (day, ecosystem)
    )`,
    `create index advisory_exploited on advisory_signal (cve) where known_exploited`,
    // Same as after each sync from now on.
    `create temporary table counted on commit drop as
      select distinct ecosystem, advisory.uuid, severity, (published_at at time zone 'UTC')::date as day
      from advisory_package
      join advisory_record on id = record_id and withdrawn_at is null
      join advisory on uuid = advisory_uuid`,
    `insert into counted select distinct '', uuid, severity, day from counted`,
    `insert into advisory_total select ecosystem, severity, count(*) from counted group by 1, 2`,
    `insert into advisory_day select ecosystem, day, count(*) from counted where day is not null group by 1, 2`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
