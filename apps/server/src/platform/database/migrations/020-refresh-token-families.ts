import { sql, type Kysely } from 'kysely'

/** All used refresh tokens of a session: reuse of any of them revokes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // expires_at is that of the session, so that rows are deleted soon after it.
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
  // Attempt counters are deleted an hour after the last attempt.
  `create index login_failure_age on login_failure (last_at)`,
]
