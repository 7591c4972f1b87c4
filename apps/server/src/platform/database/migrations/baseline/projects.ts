/** Projects and branches, API tokens, and builds with their documents. */
export const projects = `
create table project (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  url text not null,
  name text not null,
  team_uuid uuid,
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  identity text not null default gen_random_uuid(),
  default_branch text,
  own_minimums jsonb,
  archived_at timestamptz,
  -- Not readable from then on; a job deletes its rows.
  deleted_at timestamptz,
  is_sample boolean not null default false,
  -- The transaction that last changed it: rows in memory ask, by their snapshot, what has changed since.
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (account_uuid, uuid),
  foreign key (account_uuid, team_uuid) references team on delete set null (team_uuid)
);
create unique index project_identity on project (account_uuid, identity) where deleted_at is null;
create index project_by_url on project (account_uuid, url) where deleted_at is null;
create index project_by_name on project (account_uuid, name, uuid) where deleted_at is null;
create index project_deleted on project (account_uuid, uuid) where deleted_at is not null;
create index project_changed on project (account_uuid, changed_in);

-- last_* copy the newest scan, so that lists do not read scans.
create table branch (
  account_uuid uuid not null,
  uuid uuid not null,
  project_uuid uuid not null,
  name text not null,
  last_number integer not null default 0,
  last_scan_uuid uuid,
  last_scanned_at timestamptz,
  created_at timestamptz not null default now(),
  -- While the project was archived; it runs when the project is restored.
  missed_rescan boolean not null default false,
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (account_uuid, uuid),
  unique (account_uuid, project_uuid, name),
  foreign key (account_uuid, project_uuid) references project on delete cascade
);
create index branch_changed on branch (account_uuid, changed_in);

create table api_token (
  account_uuid uuid not null,
  uuid uuid not null,
  member_uuid uuid not null,
  name text not null,
  hash bytea not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  access text not null default 'admin',
  team_uuid uuid,
  project_uuid uuid,
  -- The token that created it, with which it ends.
  parent_uuid uuid,
  -- The support token, encrypted: administrators can view it until it expires.
  sealed bytea,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade,
  foreign key (account_uuid, parent_uuid) references api_token on delete cascade,
  foreign key (account_uuid, project_uuid) references project on delete cascade,
  foreign key (account_uuid, team_uuid) references team on delete cascade
);
create index api_token_account_uuid_parent_uuid_idx on api_token (account_uuid, parent_uuid)
  where parent_uuid is not null;

create table document (
  account_uuid uuid not null references account on delete cascade,
  digest bytea not null,
  size integer not null,
  content bytea not null,
  created_at timestamptz not null default now(),
  primary key (account_uuid, digest)
);
-- Already compressed by the product.
alter table document alter column content set storage external;

create table build (
  account_uuid uuid not null,
  uuid uuid not null,
  project_uuid uuid not null,
  branch_uuid uuid not null,
  source text not null,
  state text not null,
  reason text,
  issues jsonb not null default '[]',
  scan_uuid uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The API token that submitted the build; null for a session.
  token_uuid uuid,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade,
  foreign key (account_uuid, project_uuid) references project on delete cascade
);
create index build_unfinished on build (created_at) where state in ('queued', 'scanning');
create index build_of_branch on build (account_uuid, branch_uuid, created_at desc);
create index build_of_token on build (account_uuid, token_uuid, created_at desc)
  where token_uuid is not null;

create table build_document (
  account_uuid uuid not null,
  build_uuid uuid not null,
  position integer not null,
  path text not null,
  format text not null,
  digest bytea not null,
  primary key (account_uuid, build_uuid, position),
  foreign key (account_uuid, build_uuid) references build on delete cascade,
  foreign key (account_uuid, digest) references document deferrable
);

-- Exclusions from files in repositories, referenced by the findings of reports.
create table repository_exclusion (
  account_uuid uuid not null references account on delete cascade,
  -- Stable across scans for the same exclusion.
  uuid uuid not null,
  path text not null,
  reason text not null,
  description text not null,
  created_at timestamptz not null default now(),
  primary key (account_uuid, uuid)
);

-- Projects whose badges are visible without login.
create table badge (
  account_uuid uuid not null,
  project_uuid uuid not null,
  access text not null check (access in ('slug', 'public')),
  slug text not null,
  -- 'owner/repo' in lower case, for projects on GitHub.
  github text,
  created_at timestamptz not null default now(),
  primary key (account_uuid, project_uuid),
  foreign key (account_uuid, project_uuid) references project on delete cascade
);
-- Public requests name a project, not its account.
create index badge_by_project on badge (project_uuid);
create index badge_by_repository on badge (github, created_at) where github is not null;

-- Named filter criteria of lists.
create table saved_view (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  list text not null,
  name text not null,
  criteria jsonb not null,
  -- The member who owns it, and with whom it is deleted; null if shared.
  private_of uuid,
  -- The team it is shared with; null for all members.
  team_uuid uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (account_uuid, uuid),
  foreign key (account_uuid, created_by) references member on delete set null (created_by),
  foreign key (account_uuid, private_of) references member on delete cascade,
  foreign key (account_uuid, team_uuid) references team on delete cascade,
  check (private_of is null or team_uuid is null)
);
-- A name is unique per list and audience.
create unique index saved_view_name on saved_view (account_uuid, list, private_of, team_uuid, lower(name))
  nulls not distinct;
create index saved_view_private_of on saved_view (account_uuid, private_of);
create index saved_view_team on saved_view (account_uuid, team_uuid);
create index saved_view_created_by on saved_view (account_uuid, created_by);

create function stamp_change() returns trigger language plpgsql as $$
  begin
    new.changed_in := pg_current_xact_id();
    return new;
  end $$;
create trigger project_changed before update on project for each row execute function stamp_change();
create trigger branch_changed before update on branch for each row execute function stamp_change();
`
