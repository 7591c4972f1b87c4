/** Exports and schedules of reports. An export is stored in pieces, so that any process can send it. */
export const reports = `
create table report_export (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  kind text not null,
  -- The team whose projects it covers; null for the whole account.
  team_uuids uuid[],
  -- The project it covers; null for several.
  project_uuid uuid,
  request jsonb not null,
  formats text[] not null,
  state text not null default 'waiting',
  progress integer not null default 0,
  -- Each run writes its own pieces; those of the last run count.
  attempt integer not null default 0,
  reason text,
  created_by text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null,
  -- The member who is notified when the report is ready; null: nobody.
  recipient_uuid uuid,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, project_uuid) references project on delete cascade
);
create index report_export_by_time on report_export (account_uuid, kind, created_at, uuid);
create index report_export_expiry on report_export (expires_at);

create table report_export_piece (
  account_uuid uuid not null,
  export_uuid uuid not null,
  attempt integer not null,
  format text not null,
  number integer not null,
  content bytea not null,
  primary key (account_uuid, export_uuid, attempt, format, number),
  foreign key (account_uuid, export_uuid) references report_export on delete cascade
);
-- Already compressed.
alter table report_export_piece alter column content set storage external;

-- Reports that are written on a schedule.
create table report_schedule (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  -- The member whose permissions apply when it runs; deleted with the member.
  member_uuid uuid not null,
  created_by text not null,
  -- The team whose projects the reports cover; null for the whole account.
  team_uuids uuid[],
  project_uuid uuid,
  every text not null,
  request jsonb not null,
  formats text[] not null,
  next_at timestamptz not null,
  -- Why the last run failed.
  problem text,
  created_at timestamptz not null default now(),
  primary key (account_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade,
  foreign key (account_uuid, project_uuid) references project on delete cascade
);
create index report_schedule_due on report_schedule (next_at);

create table report_pull_requests (
  account_uuid uuid not null,
  branch_uuid uuid not null,
  -- Of the last scan.
  number integer not null,
  recorded jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_uuid, branch_uuid, number),
  foreign key (account_uuid, branch_uuid) references branch on delete cascade
);
`
