/** Accounts with their members, teams, tags and properties, and the audit log. */
export const accounts = `
create table account (
  uuid uuid primary key,
  name text not null,
  email text not null,
  plan text not null default 'enterprise',
  features text[] not null default '{}',
  is_active boolean not null default true,
  minimum_scores jsonb,
  security_scoring text not null default 'cvss',
  created_at timestamptz not null default now(),
  requires_mfa boolean not null default false,
  -- The account created at the first start, which creates, closes and removes the others.
  is_operator boolean not null default false,
  vex_effect text not null default 'exclude',
  -- Minimum age of recommended releases.
  cool_down_days integer not null default 3,
  -- {"CRITICAL": 7, "HIGH": 30}; severities without a target are omitted.
  fix_targets jsonb not null default '{}'
);

create table account_revision (
  account_uuid uuid primary key references account on delete cascade,
  revision bigint not null default 0
);

create table team (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  name text not null,
  description text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  external_id text,
  is_provisioned boolean not null default false,
  primary key (account_uuid, uuid)
);
create unique index team_name on team (account_uuid, lower(name));

create table member (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  name text not null,
  email text not null,
  role text not null,
  status text not null default 'Active',
  password_hash text,
  created_at timestamptz not null default now(),
  primary_team_uuid uuid,
  user_name text,
  -- Of members that an identity provider manages.
  external_id text,
  given_name text,
  family_name text,
  -- The member's language in the web app; null for the browser's.
  language text,
  -- The language of the web app for a member who follows the browser, as last seen; null: not seen yet.
  browser_language text,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, primary_team_uuid) references team on delete set null (primary_team_uuid)
);
create unique index member_user_name on member (account_uuid, lower(user_name));
create unique index member_account_uuid_email_idx on member (account_uuid, email);
create index member_email_idx on member (email);

create table team_member (
  account_uuid uuid not null,
  team_uuid uuid not null,
  member_uuid uuid not null,
  role text not null,
  primary key (account_uuid, member_uuid, team_uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade,
  foreign key (account_uuid, team_uuid) references team on delete cascade
);

create table tag (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_uuid, uuid),
  unique (account_uuid, name)
);

-- Minimum scores of the projects with a tag.
create table tag_threshold (
  account_uuid uuid not null,
  tag_uuid uuid not null,
  security integer,
  stability integer,
  licensing integer,
  primary key (account_uuid, tag_uuid),
  foreign key (account_uuid, tag_uuid) references tag on delete cascade
);

-- owner_uuid is that of the account or of a team.
create table property (
  account_uuid uuid not null references account on delete cascade,
  owner_uuid uuid not null,
  name text not null,
  value jsonb,
  primary key (account_uuid, owner_uuid, name)
);

-- Never updated. member_email is kept after the member is removed.
create table audit_event (
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
  agent text not null default '',
  -- Size of the event, so that pages are bounded without reading them.
  bytes bigint not null generated always as (
    octet_length(target::text)::bigint + coalesce(octet_length(before::text), 0)
      + coalesce(octet_length(after::text), 0)
  ) stored,
  primary key (account_uuid, sequence)
);
create index audit_event_by_time on audit_event (account_uuid, at, sequence);
create index audit_event_by_member on audit_event (account_uuid, member_uuid, at, sequence);
create index audit_event_by_action on audit_event (account_uuid, action, at, sequence);
`
