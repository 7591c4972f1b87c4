import { type Kysely, sql } from 'kysely'

/** Roots of Sigstore installations, and whose signatures of them count, by account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trusted_root (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      name text not null,
      -- trusted_root.json as it was uploaded.
      root text not null,
      -- [{subject, issuer}]
      identities jsonb not null,
      created_at timestamptz not null default now(),
      primary key (account_uuid, uuid)
    )`.execute(db)
}
