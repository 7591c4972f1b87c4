import { sql, type Kysely } from 'kysely'

/** Issues in external trackers, one per task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table ticket (
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
      -- State last sent to the tracker: 'nothing', 'open', 'fixed'.
      told text not null default 'nothing',
      -- An attempt to create it whose outcome is unknown.
      attempted_at timestamptz,
      created_by uuid,
      created_at timestamptz not null default now(),
      primary key (account_uuid, uuid),
      unique (account_uuid, tracker, branch_uuid, thing),
      foreign key (account_uuid, project_uuid) references project on delete cascade,
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`,
    `create index ticket_by_project on ticket (account_uuid, project_uuid, created_at)`,
    `create unique index ticket_by_issue on ticket (account_uuid, tracker, issue_key)`,
    `create table jira_project (
      account_uuid uuid not null,
      project_uuid uuid not null,
      settings jsonb not null,
      primary key (account_uuid, project_uuid),
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
