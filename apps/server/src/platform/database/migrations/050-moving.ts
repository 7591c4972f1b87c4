import { type Kysely, sql } from 'kysely'

/** What versions of a Dependency-Track are here, and what a running one tells of its findings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table intake_setting (
      account_uuid uuid primary key references account on delete cascade,
      publishes_versions boolean not null
    )`.execute(db)
  // Branches to which clients of Dependency-Track upload.
  await sql`
    create table intake_version (
      account_uuid uuid not null,
      branch_uuid uuid not null,
      primary key (account_uuid, branch_uuid),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
  // By names, as it may be told of what is not here.
  await sql`
    create table shadow_finding (
      account_uuid uuid not null references account on delete cascade,
      project_identity text not null,
      version text not null,
      component text not null,
      vulnerability text not null,
      project_name text not null,
      purl text,
      severity text,
      state text,
      is_suppressed boolean not null,
      is_retracted boolean not null,
      told_at timestamptz not null default now(),
      primary key (account_uuid, project_identity, version, component, vulnerability)
    )`.execute(db)
}
