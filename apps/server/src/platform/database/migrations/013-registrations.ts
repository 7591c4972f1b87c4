import { sql, type Kysely } from 'kysely'

/** Registrations whose emailed link has not been followed: until then, there is no account and no login. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table registration (
    uuid uuid primary key,
    account_uuid uuid not null,
    email text not null,
    name text not null,
    password_hash text not null,
    hash bytea not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  `create index registration_email on registration (email)`,
  `create index registration_expiry on registration (expires_at)`,
]
