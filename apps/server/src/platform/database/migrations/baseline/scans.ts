/** Results of scans, and what is counted from them so that pages do not read every row. */
export const scans = `
-- Its numbers are never updated. Totals are cumulative over the branch's scans, including this one.

create table scan (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  number integer not null,
  uuid uuid not null,
  project_uuid uuid not null,
  build_uuid uuid not null,
  scanned_at timestamptz not null,
  security_score integer not null,
  stability_score integer not null,
  licensing_score integer not null,
  security_penalty real not null,
  stability_penalty real not null,
  licensing_penalty real not null,
  formula_version integer not null,
  outcome text not null,
  declared_outcome text,
  component_count integer not null,
  languages text[] not null,
  files text[] not null,
  vulnerability_count integer not null,
  vulnerability_delta integer not null,
  identified_count integer not null,
  mitigation_count integer not null,
  identified_total integer not null,
  addressed_total integer not null,
  issues jsonb not null default '[]',
  excluded jsonb not null default '[]',
  index_versions jsonb not null default '{}',
  -- For each ecosystem of the inventory; empty if unknown.
  advisory_data jsonb not null default '[]',
  libyears double precision,
  unknown_releases integer,
  -- The formula of the security score.
  security_scoring text,
  primary key (account_uuid, branch_uuid, number),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
create unique index scan_uuid on scan (account_uuid, uuid);
create unique index scan_build on scan (account_uuid, build_uuid);
-- Metrics read the two ends of the window per branch, from this index only.
create unique index scan_by_time on scan (account_uuid, branch_uuid, scanned_at)
  include (number, security_score, vulnerability_count, vulnerability_delta, identified_count,
    mitigation_count, identified_total, addressed_total, libyears, unknown_releases);
-- Partial, since few scans have any.
create index scan_with_excluded on scan (account_uuid, branch_uuid, number) where excluded <> '[]';

-- From first to last scan, like a finding: rescans write nothing for unchanged components.
create table component (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  digest bytea not null,
  introduced_number integer not null,
  ended_number integer,
  ecosystem text,
  package_name text not null,
  name text not null,
  version text not null,
  purl text,
  scope text not null,
  is_direct boolean,
  required_by text[] not null,
  locations text[] not null,
  licenses text[] not null,
  violations jsonb not null,
  latest_patch text,
  latest_minor text,
  latest_major text,
  stability text[] not null default '{}',
  -- null: declared by the scanned documents, or unknown.
  license_source text,
  license_registry text,
  licensed_at timestamptz,
  copyright text,
  has_known_releases boolean not null default false,
  libyears real,
  primary key (account_uuid, branch_uuid, digest, introduced_number),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
create index component_in_use on component
  (account_uuid, package_name, left(version, 100), ecosystem, branch_uuid)
  where ended_number is null;

-- A lifetime: a package of a branch under an advisory, from introduction to end.
create table finding (
  account_uuid uuid not null,
  uuid uuid not null,
  branch_uuid uuid not null,
  project_uuid uuid not null,
  ecosystem text not null,
  package_name text not null,
  display_name text not null,
  advisory_uuid uuid not null,
  cve text,
  severity text not null,
  cvss real,
  category text not null,
  published_at timestamptz,
  fixed_versions text[] not null,
  versions jsonb not null,
  introduced_number integer not null,
  introduced_at timestamptz not null,
  ended_number integer,
  ended_at timestamptz,
  end_kind text,
  fixed_by text,
  days_to_fix integer,
  -- 'first-scan', 'dependency', 'advisory', 'exclusion-lifted' or 'coverage-restored'.
  introduced_by text not null default 'dependency',
  primary key (account_uuid, uuid),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
create unique index finding_open on finding (account_uuid, branch_uuid, ecosystem, package_name, advisory_uuid)
  where ended_at is null;
create index finding_of_branch on finding (account_uuid, branch_uuid, introduced_number);
create index finding_ended on finding (account_uuid, branch_uuid, ended_at) where ended_at is not null;
-- Includes findings of advisories that were merged into it.
create index finding_by_advisory on finding (account_uuid, advisory_uuid);
create index finding_of_package on finding (account_uuid, package_name) where ended_at is null;
-- The previous finding, if it returned.
create index finding_earlier on finding
  (account_uuid, branch_uuid, ecosystem, package_name, advisory_uuid, ended_number)
  where ended_number is not null;
-- Oldest open findings of a severity first.
create index finding_open_since on finding (account_uuid, severity, greatest(introduced_at, published_at), uuid)
  where ended_at is null;
create index finding_open_by_advisory on finding (account_uuid, advisory_uuid, ecosystem, package_name)
  where ended_at is null;

-- Findings opened and closed per branch and day, by severity and cause.
create table finding_day (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  -- UTC.
  day date not null,
  severity text not null,
  -- Why it was opened or how it ended; 'rerated' moves it from one severity to another.
  cause text not null,
  -- Of fixed findings; null if unknown or not fixed.
  days_to_fix integer,
  findings integer not null,
  unique nulls not distinct (account_uuid, branch_uuid, day, severity, cause, days_to_fix),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
create index finding_day_by_day on finding_day (account_uuid, day)
  include (branch_uuid, severity, cause, days_to_fix, findings);

-- Age of open findings.
create table finding_age (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  severity text not null,
  -- The later of introduction and publication, UTC.
  since date not null,
  findings integer not null,
  primary key (account_uuid, branch_uuid, severity, since),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);

-- Scans per day, for the usage chart.
create table branch_month (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  -- First day of the month, UTC.
  month date not null,
  -- By day, 1 to 31.
  scans integer[] not null,
  primary key (account_uuid, branch_uuid, month),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);

-- Licenses of the components in use, so that lists do not read all components.
create table branch_license (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  position integer not null,
  project_uuid uuid not null,
  -- '' if no license is known.
  license text not null,
  source text not null,
  components integer not null,
  violating integer not null,
  -- Names of the policies that forbid it.
  policies text[] not null,
  primary key (account_uuid, branch_uuid, position),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);

-- Upgrades that close the open findings of each branch.
create table branch_upgrade (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  position integer not null,
  project_uuid uuid not null,
  ecosystem text not null,
  package_name text not null,
  display_name text not null,
  -- '' if no known release fixes these findings.
  to_version text not null,
  -- 0 patch, 1 minor, 2 major; null without a release.
  step integer,
  is_known_release boolean not null,
  from_versions text[] not null,
  is_direct boolean,
  through text[] not null,
  lockfile text,
  -- Findings that it closes.
  critical integer not null,
  high integer not null,
  medium integer not null,
  low integer not null,
  none integer not null,
  unknown integer not null,
  -- Others that also need another upgrade of the package.
  shared integer not null,
  -- Of the closed findings, one entry each.
  cves text[] not null,
  primary key (account_uuid, branch_uuid, position),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);

-- One row per combination of values, only inserted: scans never wait for each other on a popular package.
create table component_catalog (
  account_uuid uuid not null references account on delete cascade,
  digest bytea not null,
  -- Sort key of lists: name, ecosystem and version, each truncated to fit an index entry, then a hash of all
  -- three.
  sort_key text collate "C" not null,
  ecosystem text,
  package_name text not null,
  name text not null,
  version text not null,
  licenses text[] not null,
  is_outdated boolean not null,
  -- Deprecated, unmaintained or out of support.
  is_deprecated boolean not null,
  primary key (account_uuid, digest)
);
create index component_catalog_order on component_catalog (account_uuid, sort_key);
`
