import { sql, type Kysely } from 'kysely'

/** Responses to requests with an Idempotency-Key, encrypted, since some contain tokens and links. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table idempotency_key (
      account_uuid uuid not null references account on delete cascade,
      member_uuid uuid not null,
      -- Hash of key, endpoint and scope of the caller.
      digest bytea not null,
      -- Hash of the request.
      fingerprint bytea not null,
      -- The request being processed, and until when it counts as alive.
      owner uuid not null,
      leased_until timestamptz not null,
      -- Result of the change, written in its transaction.
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
