import { sql, type Kysely } from 'kysely'

/** Members who log in by a provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Whoever comes back is found by what never changes at the provider, before the account is known.
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
  // Sealed: what the provider wants to see at a logout and when it is asked whether the person is still there.
  `alter table session add column provider_tokens bytea, add column provider_checked_at timestamptz`,
]
