import { sql, type Kysely } from 'kysely'

/** Who says which licenses a component has, what accounts state in place of it, and advisories by date. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // null: what the scanned documents declare, or nothing.
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
      -- '*': every version that has none of its own.
      version text not null,
      -- As it was given.
      name text not null,
      -- An SPDX expression, or the words of the copyright.
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
