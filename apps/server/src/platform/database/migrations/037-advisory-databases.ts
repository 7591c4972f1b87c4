import { sql, type Kysely } from 'kysely'

/** What advisory data there is of each ecosystem, as of when it was complete, and against which a scan ran. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table advisory_database (
      ecosystem text primary key,
      -- 'starter', or what people call the source that was read.
      source text not null,
      -- When the source was last read to its end; null: the data was never complete.
      checked_at timestamptz,
      -- As of the last compilation of the index.
      advisories integer not null default 0,
      newest_at timestamptz
    )`,
    // A record of several ecosystems lies in the archive of each, and a single record is no archive.
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
    // Of each ecosystem of the inventory; empty: unknown.
    `alter table scan add column if not exists advisory_data jsonb not null default '[]'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
