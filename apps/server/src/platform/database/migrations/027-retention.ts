import { type Kysely, sql } from 'kysely'

/** How long an account keeps what, and the legal holds that stop every removal. */
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
}
