import { sql, type Kysely } from 'kysely'

/** Single sign-on providers of accounts, one per type, and their verified domains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table sign_on_provider (
    account_uuid uuid not null references account on delete cascade,
    type text not null check (type in ('oidc', 'saml')),
    settings jsonb not null,
    -- Encrypted.
    secret bytea,
    is_active boolean not null default false,
    updated_at timestamptz not null default now(),
    primary key (account_uuid, type)
  )`,
  // A domain belongs to the account that verified it last.
  `create table verified_domain (
    domain text primary key,
    account_uuid uuid not null references account on delete cascade,
    verified_at timestamptz not null default now()
  )`,
  `create index on verified_domain (account_uuid)`,
]
