import { sql, type Kysely } from 'kysely'

/** Results of infrastructure-as-code scanners: scans, findings from introduction to fix, and policies for rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table isaac_policy (
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
    )`,
    `create table isaac_scan (
      account_uuid uuid not null,
      uuid uuid not null,
      project_uuid uuid not null,
      branch_uuid uuid not null,
      build_uuid uuid not null,
      -- Starts at 1 per branch, independent of component scans.
      number integer not null,
      scanned_at timestamptz not null,
      tools text[] not null,
      severities jsonb not null,
      finding_count integer not null,
      introduced_count integer not null,
      fixed_count integer not null,
      excluded jsonb not null,
      issues jsonb not null,
      primary key (account_uuid, uuid),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`,
    // severities: number of open findings; excluded: results that do not count.
    `create unique index isaac_scan_by_number on isaac_scan (account_uuid, branch_uuid, number)`,
    `create unique index isaac_scan_of_build on isaac_scan (account_uuid, build_uuid)`,
    `create table isaac_finding (
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
      primary key (account_uuid, uuid),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`,
    `create index isaac_finding_of_branch on isaac_finding (account_uuid, branch_uuid, introduced_number)`,
    `create index isaac_finding_open on isaac_finding (account_uuid, branch_uuid) where ended_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
