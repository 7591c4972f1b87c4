import { sql, type Kysely } from 'kysely'

/** Sources of component licenses, overrides by accounts, and advisories by date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // null: declared by the scanned documents, or unknown.
    `alter table component add column license_source text`,
    `alter table component add column license_registry text`,
    `alter table component add column licensed_at timestamptz`,
    `alter table component add column copyright text`,
    `create table component_override (
      account_uuid uuid not null references account on delete cascade,
      kind text not null check (kind in ('license', 'copyright')),
      ecosystem text not null,
      -- Normalized by the ecosystem.
      package_name text not null,
      -- '*' for all versions without their own.
      version text not null,
      -- As entered.
      name text not null,
      -- An SPDX expression, or the copyright text.
      content text not null,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      primary key (account_uuid, kind, package_name, ecosystem, version)
    )`,
    // For lists of advisories.
    `create index advisory_by_date on advisory (published_at desc nulls last, uuid) where joined_into is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
