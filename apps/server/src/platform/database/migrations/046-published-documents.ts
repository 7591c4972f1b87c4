import { type Kysely, sql } from 'kysely'

/**
 * Documents of project versions that anyone who has the version's identifier may read. A collection is what was public
 * from then on: of each kind the row with the highest collection up to it. content is null from the collection on that
 * the document is no longer part of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table published_document (
      account_uuid uuid not null,
      version_uuid uuid not null,
      kind text not null check (kind in ('sbom', 'vex', 'csaf')),
      collection int not null check (collection > 0),
      -- The same in all collections.
      uuid uuid not null,
      -- What it says, without its own dates: SHA-256.
      source_digest bytea not null,
      -- SHA-256 of the document.
      digest bytea,
      -- Compressed with Zstandard.
      content bytea,
      published_at timestamptz not null,
      primary key (account_uuid, version_uuid, kind, collection),
      foreign key (account_uuid, version_uuid) references project_version on delete cascade
    )`.execute(db)
  // Readers know neither account nor project.
  await sql`create index published_document_of_version on published_document (version_uuid)`.execute(db)
  await sql`create index published_document_by_uuid on published_document (uuid)`.execute(db)
}
