import { sql, type Kysely } from 'kysely'

/** VEX documents with their statements, and their effect on scores and counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table account add column vex_effect text not null default 'exclude'`,
    `create table vex_document (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      -- null for all projects of the account, or of the teams.
      project_uuid uuid,
      team_uuids uuid[],
      format text not null,
      document_id text not null,
      title text not null,
      author text not null,
      issued_at timestamptz not null,
      statement_count integer not null,
      -- As received, compressed.
      content bytea not null,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      -- Row and statements are deleted once the rescans are queued.
      removed_at timestamptz,
      primary key (account_uuid, uuid)
    )`,
    `create table vex_statement (
      account_uuid uuid not null,
      document_uuid uuid not null,
      position integer not null,
      ids text[] not null,
      status text not null,
      justification text,
      detail text not null,
      product jsonb not null,
      subcomponent jsonb,
      -- Normalized name of the package it is about.
      package text not null,
      stated_at timestamptz not null,
      primary key (account_uuid, document_uuid, position),
      foreign key (account_uuid, document_uuid) references vex_document on delete cascade
    )`,
    `create index vex_statement_on_package on vex_statement (account_uuid, package)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
