import { sql, type Kysely } from 'kysely'

/** An account's own providers of single sign-on, one of each type, and the domains shown to be an account's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table sign_on_provider (
    account_uuid uuid not null references account on delete cascade,
    type text not null check (type in ('oidc', 'saml')),
    settings jsonb not null,
    -- Sealed.
    secret bytea,
    is_active boolean not null default false,
    updated_at timestamptz not null default now(),
    primary key (account_uuid, type)
  )`,
  // A domain is one account's: that which showed it last.
  `create table verified_domain (
    domain text primary key,
    account_uuid uuid not null references account on delete cascade,
    verified_at timestamptz not null default now()
  )`,
  `create index on verified_domain (account_uuid)`,
]
