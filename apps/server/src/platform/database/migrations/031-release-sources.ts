import { sql, type Kysely } from 'kysely'

/** State of each release source, and packages whose changes have not yet reached the branches that use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table release_source (
      -- 'deps.dev', or the host of a registry.
      name text primary key,
      last_success_at timestamptz,
      last_error_at timestamptz,
      error text,
      -- Consecutive failures.
      failures integer not null default 0,
      resumes_at timestamptz not null default now(),
      -- One process at a time queries a source.
      leased_by uuid,
      leased_until timestamptz not null default now()
    )`,
    `alter table package_releases
      -- Spelling in inventories, if it differs from the normalized name.
      add column display_name text,
      -- When to rescan branches that use the package; null if they are up to date.
      add column rescan_at timestamptz`,
    `create index package_releases_rescan on package_releases (rescan_at) where rescan_at is not null`,
    `drop index package_releases_due`,
    `create index package_releases_due on package_releases (ecosystem, next_check_at) where account_uuid is null`,
    `create index package_releases_due_of_account on package_releases (account_uuid, next_check_at)
      where account_uuid is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
