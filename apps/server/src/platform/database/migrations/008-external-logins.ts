import { sql, type Kysely } from 'kysely'

/** Members who log in through an identity provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Members are found by the provider's immutable subject, before their account is known.
  `create table external_login (
    provider text not null,
    subject text not null,
    account_uuid uuid not null,
    member_uuid uuid not null,
    created_at timestamptz not null default now(),
    primary key (provider, subject),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  `create index on external_login (account_uuid, member_uuid)`,
  // Encrypted: tokens for logging out at the provider and for checking that the session still exists there.
  `alter table session add column provider_tokens bytea, add column provider_checked_at timestamptz`,
]
