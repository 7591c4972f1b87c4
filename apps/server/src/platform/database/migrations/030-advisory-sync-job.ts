import { sql, type Kysely } from 'kysely'

/** A sync is a job: its source, the files uploaded for it, and packages whose branches are still to be rescanned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table advisory_sync add column request jsonb`,
    // The process that ran it has ended, and no job continues it.
    `update advisory_sync set state = 'interrupted', finished_at = seen_at where state = 'running'`,
    `create index advisory_sync_by_age on advisory_sync (started_at)`,
    `create table advisory_upload (
      uuid uuid primary key,
      -- null: still being received.
      sync_uuid uuid references advisory_sync on delete cascade,
      received_at timestamptz not null default now()
    )`,
    `create index advisory_upload_of_sync on advisory_upload (sync_uuid)`,
    `create table advisory_upload_chunk (
      upload_uuid uuid not null references advisory_upload on delete cascade,
      number integer not null,
      content bytea not null,
      primary key (upload_uuid, number)
    )`,
    `alter table advisory_upload_chunk alter column content set storage external`,
    // Kept until the rescans of their branches are queued, so that an interrupted sync loses none.
    `create table advisory_changed_package (
      ecosystem text not null,
      package_name text not null,
      primary key (ecosystem, package_name)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
