import { type Kysely, sql } from 'kysely'

/** A tree of groups of projects, with owners, the teams that see them, and published versions of projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_group (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      parent_uuid uuid,
      kind text not null,
      name text not null,
      description text not null default '',
      -- From the root to the group itself.
      path uuid[] not null,
      -- Days to fix by severity, and minimum scores; what is absent is inherited.
      fix_targets jsonb not null default '{}',
      minimums jsonb not null default '{}',
      -- Projects with the tag, or whose url or name matches the pattern, are in the group by themselves.
      rule_tag text,
      rule_pattern text,
      created_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      unique nulls not distinct (account_uuid, parent_uuid, name),
      foreign key (account_uuid, parent_uuid) references project_group
    )`.execute(db)
  await sql`
    create table group_project (
      account_uuid uuid not null,
      group_uuid uuid not null,
      project_uuid uuid not null,
      -- Put there by the group's rule, which also takes it out.
      by_rule boolean not null default false,
      primary key (account_uuid, group_uuid, project_uuid),
      foreign key (account_uuid, group_uuid) references project_group on delete cascade,
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`.execute(db)
  await sql`create index group_project_of_project on group_project (account_uuid, project_uuid)`.execute(db)
  await sql`
    create table group_owner (
      account_uuid uuid not null,
      group_uuid uuid not null,
      member_uuid uuid not null,
      primary key (account_uuid, group_uuid, member_uuid),
      foreign key (account_uuid, group_uuid) references project_group on delete cascade,
      foreign key (account_uuid, member_uuid) references member on delete cascade
    )`.execute(db)
  await sql`create index group_owner_of_member on group_owner (account_uuid, member_uuid)`.execute(db)
  await sql`
    create table group_team (
      account_uuid uuid not null,
      group_uuid uuid not null,
      team_uuid uuid not null,
      primary key (account_uuid, team_uuid, group_uuid),
      foreign key (account_uuid, group_uuid) references project_group on delete cascade,
      foreign key (account_uuid, team_uuid) references team on delete cascade
    )`.execute(db)
  await sql`create index group_team_of_group on group_team (account_uuid, group_uuid)`.execute(db)
  // All groups of a project, with those above them: filters and access are a test of the project's row.
  await sql`alter table project add column group_uuids uuid[] not null default '{}'`.execute(db)
  // Targets and minimum scores that the project inherits from its groups: the strictest of these.
  await sql`alter table project add column group_settings jsonb not null default '{}'`.execute(db)
  await createVersions(db)
}

async function createVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project_version (
      account_uuid uuid not null,
      uuid uuid not null,
      project_uuid uuid not null,
      name text not null,
      branch_uuid uuid not null,
      scan_uuid uuid not null,
      -- In the repository.
      tag text,
      released_at date not null,
      -- The last day; null: as long as nobody ends it.
      supported_until date,
      created_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      unique (account_uuid, project_uuid, name),
      foreign key (account_uuid, project_uuid) references project on delete cascade,
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
  await sql`create index project_version_of_branch on project_version (account_uuid, branch_uuid)`.execute(db)
  await sql`create index project_version_of_scan on project_version (account_uuid, scan_uuid)`.execute(db)
}
