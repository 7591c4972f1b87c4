/** Exclusions, policies, overrides, VEX and decisions; results of infrastructure-as-code scanners. */
export const rules = `
create table exclusion (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  domain text not null,
  target jsonb not null,
  reason text not null,
  description text not null,
  project_uuid uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  expires_at timestamptz,
  -- Teams whose projects the rule applies to; null for all projects of the account.
  team_uuids uuid[],
  primary key (account_uuid, uuid)
);
create index exclusion_by_day on exclusion (account_uuid, created_at);

-- Licenses that an account allows or denies for its projects.
create table license_policy (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  name text not null,
  mode text not null,
  licenses text[] not null,
  pattern text,
  tags text[] not null,
  is_active boolean not null,
  created_at timestamptz not null default now(),
  team_uuids uuid[],
  primary key (account_uuid, uuid)
);

-- Licenses and copyrights that an account states for components, in place of those found.
create table component_override (
  account_uuid uuid not null references account on delete cascade,
  kind text not null check (kind in ('license', 'copyright')),
  ecosystem text not null,
  -- Normalized by the ecosystem.
  package_name text not null,
  -- '*' for all versions without their own.
  version text not null,
  -- As entered.
  name text not null,
  -- An SPDX expression, or the copyright text.
  content text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_uuid, kind, package_name, ecosystem, version)
);

-- Who takes on an upgrade, or until when it is put off.
create table upgrade_decision (
  account_uuid uuid not null references account on delete cascade,
  -- Identifies the upgrade and the scope of the decision.
  digest bytea not null,
  ecosystem text not null,
  package_name text not null,
  to_version text not null,
  -- null for all projects of the account, or of the teams.
  project_uuid uuid,
  team_uuids uuid[],
  assignee_uuid uuid,
  snoozed_until timestamptz,
  decided_by uuid not null,
  decided_at timestamptz not null default now(),
  primary key (account_uuid, digest)
);

create table vex_document (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  -- null for all projects of the account, or of the teams.
  project_uuid uuid,
  team_uuids uuid[],
  format text not null,
  document_id text not null,
  title text not null,
  author text not null,
  issued_at timestamptz not null,
  statement_count integer not null,
  -- As received, compressed.
  content bytea not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- Row and statements are deleted once the rescans are queued.
  removed_at timestamptz,
  -- Version of the readers that parsed it.
  reader_version integer not null default 0,
  primary key (account_uuid, uuid)
);

create table vex_statement (
  account_uuid uuid not null,
  document_uuid uuid not null,
  position integer not null,
  ids text[] not null,
  status text not null,
  justification text,
  detail text not null,
  product jsonb not null,
  subcomponent jsonb,
  -- Normalized name of the package it is about.
  package text not null,
  stated_at timestamptz not null,
  primary key (account_uuid, document_uuid, position),
  foreign key (account_uuid, document_uuid) references vex_document on delete cascade
);
create index vex_statement_on_package on vex_statement (account_uuid, package);

create table isaac_policy (
  account_uuid uuid not null references account on delete cascade,
  -- The scanner's id, such as 'CKV_AWS_20'.
  sysid text not null,
  tool text not null,
  title text not null,
  description text not null,
  help_url text,
  default_severity text not null,
  is_enabled boolean not null default true,
  -- Overrides the scanner's.
  severity text,
  -- Tags of the projects it applies to; empty for all.
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  primary key (account_uuid, sysid)
);

create table isaac_scan (
  account_uuid uuid not null,
  uuid uuid not null,
  project_uuid uuid not null,
  branch_uuid uuid not null,
  -- null: reevaluated after a policy change, without upload.
  build_uuid uuid,
  -- Starts at 1 per branch, independent of component scans.
  number integer not null,
  scanned_at timestamptz not null,
  tools text[] not null,
  -- Number of open findings.
  severities jsonb not null,
  finding_count integer not null,
  introduced_count integer not null,
  fixed_count integer not null,
  -- Results that do not count.
  excluded jsonb not null,
  issues jsonb not null,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
create unique index isaac_scan_by_number on isaac_scan (account_uuid, branch_uuid, number);
create unique index isaac_scan_of_build on isaac_scan (account_uuid, build_uuid);

create table isaac_finding (
  account_uuid uuid not null,
  uuid uuid not null,
  project_uuid uuid not null,
  branch_uuid uuid not null,
  sysid text not null,
  tool text not null,
  path text not null,
  fingerprint text not null,
  line integer,
  message text not null,
  severity text not null,
  -- Path of the document that contains it.
  document text not null,
  introduced_number integer not null,
  introduced_at timestamptz not null,
  ended_number integer,
  ended_at timestamptz,
  end_kind text,
  days_to_fix integer,
  -- The scanner's severity; the effective one is severity.
  scanner_severity text not null,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
create index isaac_finding_of_branch on isaac_finding (account_uuid, branch_uuid, introduced_number);
create index isaac_finding_open on isaac_finding (account_uuid, branch_uuid) where ended_at is null;
create index isaac_finding_of_rule on isaac_finding (account_uuid, sysid) where ended_at is null;
`
