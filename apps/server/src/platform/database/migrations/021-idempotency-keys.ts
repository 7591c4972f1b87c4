import { sql, type Kysely } from 'kysely'

/** Answers to calls with an Idempotency-Key, sealed: some hold tokens and links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table idempotency_key (
      account_uuid uuid not null references account on delete cascade,
      member_uuid uuid not null,
      -- Of the key, the call and the reach that it was made with.
      digest bytea not null,
      -- Of what was sent.
      fingerprint bytea not null,
      -- The request that is at work, and until when it is taken to be alive.
      owner uuid not null,
      leased_until timestamptz not null,
      -- What the change's transaction returned; written in it.
      result bytea,
      status integer,
      location text,
      body bytea,
      created_at timestamptz not null default now(),
      primary key (account_uuid, member_uuid, digest),
      foreign key (account_uuid, member_uuid) references member on delete cascade
    )`,
    `create index idempotency_key_by_age on idempotency_key (created_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
