import { sql, type Kysely } from 'kysely'

/** Projects get a default branch and minimum scores, can be archived, and are deleted by a job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table project
    add column default_branch text,
    add column own_minimums jsonb,
    add column archived_at timestamptz,
    -- Not readable from then on; a job deletes its rows.
    add column deleted_at timestamptz,
    add column is_sample boolean not null default false`,
  // The URL of a project that is being deleted is free for a new one.
  `drop index project_identity`,
  `create unique index project_identity on project (account_uuid, identity) where deleted_at is null`,
  `alter table project drop constraint project_account_uuid_url_key`,
  `create index project_by_url on project (account_uuid, url) where deleted_at is null`,
  `create index project_by_name on project (account_uuid, name, uuid) where deleted_at is null`,
  `create index project_deleted on project (account_uuid, uuid) where deleted_at is not null`,
  // Demo projects have URLs of this host.
  `update project set is_sample = true
    where url like 'https://git.example.org/%' and exists (
      select from property where property.account_uuid = project.account_uuid
        and property.owner_uuid = project.account_uuid and property.name = 'demo')`,
]
