import { type Kysely, sql } from 'kysely'

/** Public keys with which documents are signed, by account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trusted_key (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      name text not null,
      -- Public key or certificate.
      pem text not null,
      created_at timestamptz not null default now(),
      primary key (account_uuid, uuid)
    )`.execute(db)
}
