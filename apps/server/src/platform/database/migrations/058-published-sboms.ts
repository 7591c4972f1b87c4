import { sql, type Kysely } from 'kysely'

/** SBOMs published to a provenance ledger, one per scan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table ledger_branch (
      account_uuid uuid not null,
      branch_uuid uuid not null,
      is_linked boolean not null,
      -- 'assets/<uuid>', for the protocol with assets.
      asset_id text,
      primary key (account_uuid, branch_uuid),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`,
    `create table published_sbom (
      account_uuid uuid not null,
      uuid uuid not null,
      project_uuid uuid not null,
      branch_uuid uuid not null,
      scan_uuid uuid not null,
      -- State at the service: 'queued', 'uploaded', 'published', 'withdrawn'.
      state text not null default 'queued',
      wanted text not null,
      remote_id text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      unique (account_uuid, scan_uuid),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`,
    `create index published_sbom_by_branch on published_sbom (account_uuid, branch_uuid, created_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
