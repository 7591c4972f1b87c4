import { sql, type Kysely } from 'kysely'

/** Results of scanners of infrastructure as code: scans, findings as lifetimes, and what accounts say of the rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table isaac_policy (
      account_uuid uuid not null references account on delete cascade,
      -- The scanner's own id: 'CKV_AWS_20'.
      sysid text not null,
      tool text not null,
      title text not null,
      description text not null,
      help_url text,
      default_severity text not null,
      is_enabled boolean not null default true,
      -- In place of the scanner's.
      severity text,
      -- Projects that it holds for, by tag; none: all.
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
      -- 1 is the branch's first scan of infrastructure; apart from those of components.
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
    // severities: open findings; excluded: results that do not count.
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
      -- The path of the document that lists it.
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
