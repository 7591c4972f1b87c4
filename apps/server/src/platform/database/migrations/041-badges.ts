import { sql, type Kysely } from 'kysely'

/** Projects whose badges are visible without login. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table badge (
      account_uuid uuid not null,
      project_uuid uuid not null,
      access text not null check (access in ('slug', 'public')),
      slug text not null,
      -- 'owner/repo' in lower case, for projects on GitHub.
      github text,
      created_at timestamptz not null default now(),
      primary key (account_uuid, project_uuid),
      foreign key (account_uuid, project_uuid) references project on delete cascade
    )`,
    // Public requests name a project, not its account.
    `create index badge_by_project on badge (project_uuid)`,
    `create index badge_by_repository on badge (github, created_at) where github is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
