import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table passkey (
    account_uuid uuid not null,
    uuid uuid not null,
    member_uuid uuid not null,
    name text not null,
    credential_id text not null,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    primary key (account_uuid, uuid),
    unique (account_uuid, member_uuid, credential_id),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  // Challenges belong to no account until they are answered; each is accepted once.
  `create table spent_challenge (
    hash bytea primary key,
    expires_at timestamptz not null
  )`,
]
