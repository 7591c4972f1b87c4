import { sql, type Kysely } from 'kysely'

/** Members, passwords, sessions, API tokens, and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Team roles were stored as sent.
  `update team_member set role = 'Team ' || lower(role) where role !~* '^team '`,
  `alter table member add column primary_team_uuid uuid`,
  `alter table member add foreign key (account_uuid, primary_team_uuid) references team on delete set null (primary_team_uuid)`,
  `alter table api_token
    add column access text not null default 'admin',
    add column team_uuid uuid,
    add column project_uuid uuid,
    add foreign key (account_uuid, team_uuid) references team on delete cascade,
    add foreign key (account_uuid, project_uuid) references project on delete cascade`,
  `alter table session
    add column address text not null default '',
    add column agent text not null default '',
    add column last_used_at timestamptz not null default now()`,
  // An emailed single-use link, for an invitation or a forgotten password.
  `create table mailed_link (
    account_uuid uuid not null,
    uuid uuid not null,
    member_uuid uuid not null,
    purpose text not null,
    hash bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid),
    foreign key (account_uuid, member_uuid) references member on delete cascade
  )`,
  // Failed logins by client address and by email address, both hashed.
  `create table login_failure (
    key bytea primary key,
    failures integer not null,
    last_at timestamptz not null,
    blocked_until timestamptz
  )`,
  `create table tag (
    account_uuid uuid not null references account on delete cascade,
    uuid uuid not null,
    name text not null,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid),
    unique (account_uuid, name)
  )`,
  `insert into tag (account_uuid, uuid, name)
    select account_uuid, gen_random_uuid(), name
    from (select distinct account_uuid, unnest(tags) as name from project) used`,
  // owner_uuid is that of the account or of a team.
  `create table property (
    account_uuid uuid not null references account on delete cascade,
    owner_uuid uuid not null,
    name text not null,
    value jsonb,
    primary key (account_uuid, owner_uuid, name)
  )`,
  // Never updated. member_email is kept after the member is removed.
  `create table audit_event (
    account_uuid uuid not null references account on delete cascade,
    sequence bigint generated always as identity,
    at timestamptz not null default now(),
    member_uuid uuid,
    member_email text not null,
    credential text not null,
    address text not null,
    action text not null,
    target jsonb not null,
    before jsonb,
    after jsonb,
    primary key (account_uuid, sequence)
  )`,
]
