import { sql, type Kysely } from 'kysely'

/** What each scan checked and what it did not, and the gaps that members accept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table scan
  -- Components compared with advisories that were current at the scan, by ecosystem, and their sum.
  add column checked jsonb not null default '{}',
  add column checked_count integer not null default 0,
  -- By reason: all, and those that make a PASS impossible.
  add column gap_counts jsonb not null default '{}',
  add column blocking_gaps integer not null default 0,
  -- Gaps that may hide a vulnerability.
  add column hiding_gaps integer not null default 0,
  -- The first ones, those that block first.
  add column gaps jsonb not null default '[]',
  -- false: the score says nothing, since nothing was known to compute it from.
  add column security_measured boolean not null default true,
  add column stability_measured boolean not null default true,
  add column licensing_measured boolean not null default true,
  -- It covers less than the branch's last scan that did not, whose security score is carried.
  add column covers_less boolean not null default false,
  add column carried_security_score integer;

-- 'any', 'production' or 'off': which gaps make a PASS impossible.
alter table account add column coverage_strictness text not null default 'production';

create table accepted_gap (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  -- {"ecosystem": "npm", "packageName": "left-pad"}, or {"file": "api/pom.xml"}.
  subject jsonb not null,
  reason text not null,
  -- null for all projects of the account, or of the teams.
  project_uuid uuid,
  team_uuids uuid[],
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  removed_at timestamptz,
  -- When the branches were rescanned after its end; null before.
  ended_at timestamptz,
  primary key (account_uuid, uuid)
);
create index accepted_gap_newest on accepted_gap (account_uuid, created_at desc, uuid) where removed_at is null;
create index accepted_gap_ending on accepted_gap (expires_at) where removed_at is null and ended_at is null;
`
