import { type Kysely, sql } from 'kysely'

/** Advisories that accounts write, apart from those of the feeds, which all accounts share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table own_advisory (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      -- Of the document.
      id text not null,
      -- Counts its versions, from 1.
      version integer not null,
      -- In OSV.
      document text not null,
      withdrawn_at timestamptz,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      primary key (account_uuid, uuid)
    )`.execute(db)
  await sql`create unique index own_advisory_by_id on own_advisory (account_uuid, id)`.execute(db)
  await sql`
    create table own_advisory_version (
      account_uuid uuid not null,
      advisory_uuid uuid not null,
      version integer not null,
      document text not null,
      member_uuid uuid,
      at timestamptz not null default now(),
      primary key (account_uuid, advisory_uuid, version),
      foreign key (account_uuid, advisory_uuid) references own_advisory on delete cascade
    )`.execute(db)
}
