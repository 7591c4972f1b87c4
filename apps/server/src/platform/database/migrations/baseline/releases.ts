/** Releases of the packages in use, as listed by registries. */
export const releases = `
-- Private package registries of accounts. Their responses belong to the account and are deleted with the

-- registry.
create table package_registry (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  ecosystem text not null,
  -- As entered: '@acme', 'com.acme', 'git.acme.example/team', 'acme-*'.
  pattern text not null,
  -- Prefixes of normalized names; a line break marks the end of a name.
  prefixes text[] not null,
  -- Without a trailing slash.
  url text not null,
  credential_kind text not null check (credential_kind in ('none', 'basic', 'bearer')),
  credentials bytea,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  last_success_at timestamptz,
  last_error_at timestamptz,
  error text,
  -- Consecutive.
  failures integer not null default 0,
  resumes_at timestamptz not null default now(),
  -- One process at a time queries a registry.
  leased_by uuid,
  leased_until timestamptz not null default now(),
  primary key (account_uuid, uuid),
  unique (account_uuid, ecosystem, prefixes),
  check ((credential_kind = 'none') = (credentials is null))
);

-- Releases of the packages in use, as listed by registries.
create table package_releases (
  -- null for public releases, otherwise from a registry of this account.
  account_uuid uuid references account on delete cascade,
  ecosystem text not null,
  -- Normalized by the ecosystem.
  package_name text not null,
  -- null until a source has listed the package.
  source text,
  checked_at timestamptz,
  deprecated text,
  page_url text,
  releases jsonb not null default '[]',
  -- For conditional requests.
  etag text,
  last_modified text,
  -- 'waiting': not requested yet; 'absent': not listed by the source.
  state text not null default 'waiting' check (state in ('waiting', 'known', 'absent', 'failed')),
  failures integer not null default 0,
  error text,
  next_check_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  -- Spelling in inventories, if it differs from the normalized name.
  display_name text,
  -- When to rescan branches that use the package; null if they are up to date.
  rescan_at timestamptz,
  registry_uuid uuid,
  unique nulls not distinct (account_uuid, ecosystem, package_name),
  foreign key (account_uuid, registry_uuid) references package_registry on delete cascade
);
create index package_releases_rescan on package_releases (rescan_at) where rescan_at is not null;
create index package_releases_due_of_registry on package_releases (account_uuid, registry_uuid, next_check_at)
  where account_uuid is not null;
create index package_releases_due on package_releases (next_check_at, ecosystem) where account_uuid is null;

-- State of each release source.
create table release_source (
  -- 'deps.dev', or the host of a registry.
  name text primary key,
  last_success_at timestamptz,
  last_error_at timestamptz,
  error text,
  -- Consecutive failures.
  failures integer not null default 0,
  resumes_at timestamptz not null default now(),
  -- One process at a time queries a source.
  leased_by uuid,
  leased_until timestamptz not null default now()
);
`
