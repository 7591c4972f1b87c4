import { type Kysely, sql } from 'kysely'

/** What newer base images of watched images contain, and what they would change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table base_image (
      account_uuid uuid not null references account on delete cascade,
      digest text not null,
      -- '' for linux/amd64, or the only one.
      platform text not null,
      -- A CycloneDX document, compressed; null if the image could not be read.
      inventory bytea,
      read_at timestamptz not null default now(),
      primary key (account_uuid, digest, platform)
    )`.execute(db)
  // null: nothing newer is known.
  await sql`alter table watched_image add column newer_base jsonb`.execute(db)
}
