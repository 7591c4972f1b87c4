/** Advisories, which belong to no account, and how they are synced. */
export const advisories = `
-- A cluster of aliases. joined_into is the older cluster it was merged into.

create table advisory (
  uuid uuid primary key,
  sequence bigint generated always as identity unique,
  cve text,
  severity text not null default 'unknown',
  cvss real,
  published_at timestamptz,
  category text not null default 'vulnerability',
  joined_into uuid references advisory,
  created_at timestamptz not null default now(),
  links_to_catalog boolean not null default false
);
create index advisory_joined on advisory (joined_into) where joined_into is not null;
-- For lists of advisories.
create index advisory_by_date on advisory (published_at desc nulls last, uuid) where joined_into is null;
create index advisory_linked on advisory (cve) where links_to_catalog;
create index advisory_cve on advisory (cve) where cve is not null;

create table advisory_alias (
  alias text primary key,
  advisory_uuid uuid not null references advisory
);
create index advisory_alias_cluster on advisory_alias (advisory_uuid);

create table advisory_record (
  id text primary key,
  advisory_uuid uuid not null references advisory,
  source text not null,
  digest bytea not null,
  modified_at timestamptz,
  withdrawn_at timestamptz,
  document bytea not null,
  synced_at timestamptz not null default now(),
  cwes text[] not null default '{}'
);
alter table advisory_record alter column document set storage external;
create index advisory_record_cluster on advisory_record (advisory_uuid);
create index advisory_record_cwes on advisory_record using gin (cwes) where cwes <> '{}';

-- Affected versions of a package by record; the index is compiled from these rows.
create table advisory_package (
  ecosystem text not null,
  package_name text not null,
  record_id text not null references advisory_record on delete cascade,
  position integer not null,
  affected jsonb not null,
  primary key (ecosystem, package_name, record_id, position)
);
create index advisory_package_record on advisory_package (record_id);

create table advisory_index (
  ecosystem text primary key,
  version bigint not null,
  entries integer not null,
  content bytea not null,
  is_stale boolean not null default false,
  compiled_at timestamptz not null default now()
);
alter table advisory_index alter column content set storage external;

-- Kept until the rescans of their branches are queued, so that an interrupted sync loses none.
create table advisory_changed_package (
  ecosystem text not null,
  package_name text not null,
  primary key (ecosystem, package_name)
);

-- Signals by CVE in addition to advisories: CISA's known exploited vulnerabilities, and FIRST's EPSS.
create table advisory_signal (
  cve text primary key,
  in_catalog boolean not null default false,
  epss real,
  linked_to_catalog boolean not null default false,
  known_exploited boolean not null generated always as (in_catalog or linked_to_catalog) stored
);
create index advisory_exploited on advisory_signal (cve) where known_exploited;
create index advisory_signal_exploited on advisory_signal (cve)
  include (known_exploited, epss)
  where known_exploited or epss >= 0.1;
create index advisory_signal_linked on advisory_signal (cve) where linked_to_catalog;

-- One row per transaction that wrote signals: snapshots that do not contain it read them again.
create table advisory_signal_change (
  changed_in xid8 primary key
);

-- The advisory data of each ecosystem.
create table advisory_database (
  ecosystem text primary key,
  -- 'starter', or the display name of the source.
  source text not null,
  -- When the source was last read completely; null if never.
  checked_at timestamptz,
  -- As of the last compilation of the index.
  advisories integer not null default 0,
  newest_at timestamptz
);

-- Feeds that are synced automatically, with their progress: ecosystem archives, KEV, EPSS and end-of-life
-- dates.
create table advisory_feed (
  -- An ecosystem, 'kev', 'epss' or 'end-of-life'.
  id text primary key,
  -- URL or folder that was read; null if never.
  source text,
  -- When it was last read completely, and when it was last read or found unchanged.
  full_at timestamptz,
  checked_at timestamptz,
  -- Records modified until then have been read.
  modified_to timestamptz,
  etag text,
  -- Since the last successful attempt.
  error text,
  failures integer not null default 0,
  next_at timestamptz not null default now()
);

create table advisory_sync (
  uuid uuid primary key,
  source text not null,
  state text not null,
  progress jsonb not null,
  reason text,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  finished_at timestamptz,
  request jsonb
);
create index advisory_sync_by_age on advisory_sync (started_at);

create table advisory_upload (
  uuid uuid primary key,
  -- null: still being received.
  sync_uuid uuid references advisory_sync on delete cascade,
  received_at timestamptz not null default now(),
  -- null: received in one request.
  digest text,
  name text,
  size bigint
);
create index advisory_upload_of_sync on advisory_upload (sync_uuid);
create unique index advisory_upload_of_archive on advisory_upload (digest) where sync_uuid is null;

create table advisory_upload_chunk (
  upload_uuid uuid not null references advisory_upload on delete cascade,
  number integer not null,
  content bytea not null,
  primary key (upload_uuid, number)
);
alter table advisory_upload_chunk alter column content set storage external;

create table advisory_day (
  ecosystem text not null,
  -- Day of publication, UTC.
  day date not null,
  advisories integer not null,
  primary key (day, ecosystem)
);

-- The ecosystem '' stands for all: an advisory of several ecosystems counts once there.
create table advisory_total (
  ecosystem text not null,
  severity text not null,
  advisories integer not null,
  primary key (ecosystem, severity)
);

-- End-of-support dates.
create table support_end (
  ecosystem text not null,
  package_name text not null,
  product text not null,
  cycles jsonb not null,
  primary key (ecosystem, package_name)
);

create function note_signal_change() returns trigger language plpgsql as $$
  begin
    insert into advisory_signal_change values (pg_current_xact_id()) on conflict do nothing;
    return null;
  end $$;
create trigger advisory_signal_changed after insert or update or delete or truncate on advisory_signal
  for each statement execute function note_signal_change();
`
