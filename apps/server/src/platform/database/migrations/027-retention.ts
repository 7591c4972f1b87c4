import { type Kysely, sql } from 'kysely'

/** How long an account keeps what, the legal holds that stop every removal, and documents that take less. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retention (
      account_uuid uuid primary key references account on delete cascade,
      -- Days; null as without a row.
      scans_daily integer,
      scans_weekly integer,
      scans_monthly integer,
      builds integer,
      documents integer,
      evidence integer,
      audit integer,
      deliveries integer,
      inbox integer
    )`.execute(db)
  await sql`
    create table legal_hold (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      -- null: the whole account.
      project_uuid uuid,
      reason text not null,
      created_by uuid not null,
      created_at timestamptz not null default now(),
      released_by uuid,
      released_at timestamptz,
      primary key (account_uuid, uuid)
    )`.execute(db)
  await sql`create index legal_hold_in_force on legal_hold (account_uuid, project_uuid)
    where released_at is null`.execute(db)
  // Whether another build has a document, for each that is removed.
  await sql`create index build_document_of_digest on build_document (account_uuid, digest)`.execute(db)
  // Documents that say nearly the same as an earlier one of their branch are stored by how they differ from it.
  await sql`
    alter table document
      -- The whole document from which the content differs; null if the content is whole.
      add column base_digest bytea,
      -- Whether it was compared with earlier ones.
      add column is_compacted boolean not null default false,
      add foreign key (account_uuid, base_digest) references document deferrable`.execute(db)
  await sql`create index document_of_base on document (account_uuid, base_digest)
    where base_digest is not null`.execute(db)
  await sql`create index document_to_compact on document (created_at) where not is_compacted`.execute(db)
}
