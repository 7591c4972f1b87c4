import { sql, type Kysely } from 'kysely'

/** The advisory data of each ecosystem, when it was last complete, and which of it each scan used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table advisory_database (
      ecosystem text primary key,
      -- 'starter', or the display name of the source.
      source text not null,
      -- When the source was last read completely; null if never.
      checked_at timestamptz,
      -- As of the last compilation of the index.
      advisories integer not null default 0,
      newest_at timestamptz
    )`,
    // A record of several ecosystems is in the archive of each, and a single record is not an archive.
    `with own as (
      select record_id, min(ecosystem) as ecosystem from advisory_package
      group by record_id having count(distinct ecosystem) = 1
    ), synced as (
      select ecosystem, max(synced_at) as checked_at, (array_agg(source order by synced_at desc))[1] as source
      from own join advisory_record on id = record_id
      where source <> 'starter set' group by ecosystem having count(*) > 1
    ), counted as (
      select ecosystem, count(distinct advisory_uuid) filter (where withdrawn_at is null) as advisories,
             max(modified_at) filter (where withdrawn_at is null) as newest_at
      from advisory_package join advisory_record on id = record_id group by ecosystem
    )
    insert into advisory_database (ecosystem, source, checked_at, advisories, newest_at)
    select ecosystem, coalesce(source, 'starter'), checked_at, advisories, newest_at
    from counted left join synced using (ecosystem)`,
    // For each ecosystem of the inventory; empty if unknown.
    `alter table scan add column if not exists advisory_data jsonb not null default '[]'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
