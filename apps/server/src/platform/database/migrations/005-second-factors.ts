import { sql, type Kysely } from 'kysely'

/** Second factors of members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account add column requires_mfa boolean not null default false`,
  // secret is encrypted: the key of an authenticator app, or a phone number. A code or time step is accepted once.
  `create table second_factor (
    account_uuid uuid not null,
    member_uuid uuid not null,
    method text not null,
    secret bytea not null,
    is_active boolean not null default false,
    last_step integer not null default 0,
    code_hash bytea,
    code_expires_at timestamptz,
    sent_at timestamptz,
    primary key (account_uuid, member_uuid, method),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  `create table scratch_code (
    account_uuid uuid not null,
    member_uuid uuid not null,
    hash bytea not null,
    used_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (account_uuid, member_uuid, hash),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  // A login with a correct password that awaits its second factor.
  `create table login_challenge (
    account_uuid uuid not null,
    uuid uuid not null,
    member_uuid uuid not null,
    hash bytea not null,
    purpose text not null,
    attempts integer not null default 0,
    expires_at timestamptz not null,
    primary key (account_uuid, uuid),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
]
