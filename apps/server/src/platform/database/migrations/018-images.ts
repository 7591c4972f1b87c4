import { type Kysely, sql } from 'kysely'

/** Images that are watched in their registries, the logins for these, and what is known of a scanned image. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registry_login (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      host text not null,
      user_name text not null,
      password bytea not null,
      changed_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      unique (account_uuid, host)
    )`.execute(db)
  await sql`
    create table watched_image (
      account_uuid uuid not null,
      uuid uuid not null,
      project_uuid uuid not null,
      host text not null,
      repository text not null,
      tag text not null,
      -- null: linux/amd64, or the only one.
      platform text,
      every_hours integer not null,
      -- The digest that was scanned last.
      digest text,
      checked_at timestamptz,
      next_check_at timestamptz not null default now(),
      -- Why the last check failed; null if it did not.
      error text,
      failures integer not null default 0,
      created_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      unique nulls not distinct (account_uuid, host, repository, tag, platform),
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`.execute(db)
  await sql`create index watched_image_due on watched_image (next_check_at)`.execute(db)
  await sql`create index watched_image_of_project on watched_image (account_uuid, project_uuid)`.execute(db)
  await sql`
    create table scan_image (
      account_uuid uuid not null,
      scan_uuid uuid not null,
      branch_uuid uuid not null,
      image jsonb not null,
      primary key (account_uuid, scan_uuid),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
  await sql`create index scan_image_of_branch on scan_image (account_uuid, branch_uuid)`.execute(db)
}
