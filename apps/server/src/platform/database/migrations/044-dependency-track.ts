import { type Kysely, sql } from 'kysely'

/** Properties that clients of Dependency-Track keep with a version, and what its versions are here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table version_property (
      account_uuid uuid not null,
      branch_uuid uuid not null,
      group_name text not null,
      name text not null,
      value text,
      type text not null,
      description text,
      primary key (account_uuid, branch_uuid, group_name, name),
      foreign key (account_uuid, branch_uuid) references branch on delete cascade
    )`.execute(db)
}
