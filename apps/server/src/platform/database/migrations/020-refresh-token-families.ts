import { sql, type Kysely } from 'kysely'

/** Every refresh token that a session has spent, so that any of them that comes back ends it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // expires_at is the session's: no row outlasts it for long.
  `create table spent_refresh_token (
    account_uuid uuid not null,
    session_uuid uuid not null,
    hash bytea not null,
    spent_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    primary key (account_uuid, session_uuid, hash),
    foreign key (account_uuid, session_uuid) references session on delete cascade
  )`,
  `create index spent_refresh_token_expiry on spent_refresh_token (expires_at)`,
  `insert into spent_refresh_token (account_uuid, session_uuid, hash, spent_at, expires_at)
    select account_uuid, uuid, spent_refresh_hash, coalesce(spent_at, now()), expires_at
    from session where spent_refresh_hash is not null`,
  `alter table session drop column spent_refresh_hash, drop column spent_at`,
  // Counters of attempts go an hour after the last one.
  `create index login_failure_age on login_failure (last_at)`,
]
