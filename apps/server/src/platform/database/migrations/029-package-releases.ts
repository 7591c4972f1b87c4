import { sql, type Kysely } from 'kysely'

/** Releases of the packages in use, as listed by registries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table package_releases (
      -- null for public releases, otherwise from a registry of this account.
      account_uuid uuid references account on delete cascade,
      ecosystem text not null,
      -- Normalized by the ecosystem.
      package_name text not null,
      -- null until a source has listed the package.
      source text,
      checked_at timestamptz,
      deprecated text,
      page_url text,
      releases jsonb not null default '[]',
      -- For conditional requests.
      etag text,
      last_modified text,
      -- 'waiting': not requested yet; 'absent': not listed by the source.
      state text not null default 'waiting' check (state in ('waiting', 'known', 'absent', 'failed')),
      failures integer not null default 0,
      error text,
      next_check_at timestamptz not null default now(),
      used_at timestamptz not null default now(),
      unique nulls not distinct (account_uuid, ecosystem, package_name)
    )`,
    `create index package_releases_due on package_releases (next_check_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
