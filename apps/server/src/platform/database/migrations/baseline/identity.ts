/** How members log in: addresses, sessions, second factors, passkeys and identity providers. */
export const identity = `
-- Members of all accounts, because a login names an email address and no account.

create table login (
  email text primary key,
  account_uuid uuid not null,
  member_uuid uuid not null,
  -- Whether the member has verified the address; an invitation alone does not.
  is_proved boolean not null default false,
  foreign key (account_uuid, member_uuid) references member on delete cascade
);
create index login_account_uuid_member_uuid_idx on login (account_uuid, member_uuid);

-- Members are found by the provider's immutable subject, before their account is known.
create table external_login (
  provider text not null,
  subject text not null,
  account_uuid uuid not null,
  member_uuid uuid not null,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);
create index external_login_account_uuid_member_uuid_idx on external_login (account_uuid, member_uuid);

create table session (
  account_uuid uuid not null,
  uuid uuid not null,
  member_uuid uuid not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  address text not null default '',
  agent text not null default '',
  last_used_at timestamptz not null default now(),
  -- Encrypted: tokens for logging out at the provider and for checking that the session still exists there.
  provider_tokens bytea,
  provider_checked_at timestamptz,
  confirmed_at timestamptz not null default now(),
  -- As configured when the session began; 3 days.
  idle_seconds integer not null default 259200,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);

-- expires_at is that of the session, so that rows are deleted soon after it.
create table spent_refresh_token (
  account_uuid uuid not null,
  session_uuid uuid not null,
  hash bytea not null,
  spent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (account_uuid, session_uuid, hash),
  foreign key (account_uuid, session_uuid) references session on delete cascade
);
create index spent_refresh_token_expiry on spent_refresh_token (expires_at);

-- An emailed single-use link, for an invitation or a forgotten password.
create table mailed_link (
  account_uuid uuid not null,
  uuid uuid not null,
  member_uuid uuid not null,
  purpose text not null,
  hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  -- The member's credentials when the link was created; the link is invalid once they have changed.
  login_digest bytea not null,
  is_mailed boolean not null default false,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);

-- Registrations whose emailed link has not been followed: until then, there is no account and no login.
create table registration (
  uuid uuid primary key,
  account_uuid uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index registration_email on registration (email);
create index registration_expiry on registration (expires_at);

-- Failed logins by client address and by email address, both hashed.
create table login_failure (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);
-- Attempt counters are deleted an hour after the last attempt.
create index login_failure_age on login_failure (last_at);

-- secret is encrypted: the key of an authenticator app, or a phone number. A code or time step is accepted
-- once.
create table second_factor (
  account_uuid uuid not null,
  member_uuid uuid not null,
  method text not null,
  secret bytea not null,
  is_active boolean not null default false,
  last_step integer not null default 0,
  code_hash bytea,
  code_expires_at timestamptz,
  sent_at timestamptz,
  -- The challenge or session that requested the code.
  code_for uuid,
  primary key (account_uuid, member_uuid, method),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);

create table scratch_code (
  account_uuid uuid not null,
  member_uuid uuid not null,
  hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  salt bytea not null,
  primary key (account_uuid, member_uuid, hash),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);

-- A login with a correct password that awaits its second factor.
create table login_challenge (
  account_uuid uuid not null,
  uuid uuid not null,
  member_uuid uuid not null,
  hash bytea not null,
  purpose text not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);

create table passkey (
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
);

-- Challenges belong to no account until they are answered; each is accepted once.
create table spent_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);

create table sign_on_provider (
  account_uuid uuid not null references account on delete cascade,
  type text not null check (type in ('oidc', 'saml')),
  settings jsonb not null,
  -- Encrypted.
  secret bytea,
  is_active boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (account_uuid, type)
);

-- A domain belongs to the account that verified it last.
create table verified_domain (
  domain text primary key,
  account_uuid uuid not null references account on delete cascade,
  verified_at timestamptz not null default now()
);
create index verified_domain_account_uuid_idx on verified_domain (account_uuid);
`
