/** Settings and deliveries of integrations, and what each stores. */
export const integrations = `
create table integration (
  account_uuid uuid not null references account on delete cascade,
  integration text not null,
  settings jsonb not null,
  -- All secrets as one encrypted JSON object.
  secrets bytea,
  is_active boolean not null default true,
  -- The service requested a pause until then.
  paused_until timestamptz,
  -- When the last scheduled delivery was queued.
  last_run_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_uuid, integration)
);

create table integration_delivery (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  integration text not null,
  -- The task, as named by the integration: 'branch <uuid>'.
  topic text not null,
  subject text not null,
  state text not null default 'queued',
  -- Progress of earlier attempts.
  progress jsonb not null default '{}',
  result text,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  not_before timestamptz,
  -- false: the service rejected this delivery alone, so later ones do not wait for it.
  holds boolean not null default true,
  primary key (account_uuid, uuid)
);
-- One per topic waits for its first attempt: it sends the state at that time.
create unique index integration_delivery_queued on integration_delivery (account_uuid, integration, topic)
  where state = 'queued';
create index integration_delivery_by_time on integration_delivery (account_uuid, integration, created_at, uuid);
create index integration_delivery_waiting on integration_delivery (not_before) where state = 'waiting';
create index integration_delivery_old on integration_delivery (finished_at);
create index integration_delivery_unfinished on integration_delivery (account_uuid, integration, created_at)
  where finished_at is null;

create table datadog_branch (
  account_uuid uuid not null references account on delete cascade,
  branch_uuid uuid not null,
  -- Fixes until then have been sent.
  fixes_until timestamptz not null,
  primary key (account_uuid, branch_uuid)
);

create table jira_project (
  account_uuid uuid not null,
  project_uuid uuid not null,
  settings jsonb not null,
  primary key (account_uuid, project_uuid),
  foreign key (account_uuid, project_uuid) references project on delete cascade
);

create table ticket (
  account_uuid uuid not null,
  uuid uuid not null,
  -- The integration that manages it, such as 'jira'.
  tracker text not null,
  project_uuid uuid not null,
  branch_uuid uuid not null,
  ecosystem text not null,
  package_name text not null,
  -- null for all vulnerabilities of the package.
  advisory_uuid uuid,
  -- Unique subject, such as 'upgrade npm lodash'.
  thing text not null,
  title text not null,
  issue_key text,
  issue_url text,
  status text,
  is_done boolean not null default false,
  -- The state that the tracker was last updated to: 'nothing', 'open', 'fixed'.
  synced_state text not null default 'nothing',
  -- An attempt to create it whose outcome is unknown.
  attempted_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (account_uuid, uuid),
  unique (account_uuid, tracker, branch_uuid, thing),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade,
  foreign key (account_uuid, project_uuid) references project on delete cascade
);
create index ticket_by_project on ticket (account_uuid, project_uuid, created_at);
create unique index ticket_by_issue on ticket (account_uuid, tracker, issue_key);

create table ledger_branch (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  is_linked boolean not null,
  -- 'assets/<uuid>', for the protocol with assets.
  asset_id text,
  primary key (account_uuid, branch_uuid),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);

create table published_sbom (
  account_uuid uuid not null,
  uuid uuid not null,
  project_uuid uuid not null,
  branch_uuid uuid not null,
  scan_uuid uuid not null,
  -- State at the service: 'queued', 'uploaded', 'published', 'withdrawn'.
  state text not null default 'queued',
  wanted text not null,
  remote_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_uuid, uuid),
  unique (account_uuid, scan_uuid),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
create index published_sbom_by_branch on published_sbom (account_uuid, branch_uuid, created_at);
`
