import { type Kysely, sql } from 'kysely'

/** Open findings of an advisory are also found by project, so that those of 10,000 projects are not read for one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index finding_open_by_project on finding
    (account_uuid, advisory_uuid, ecosystem, package_name, project_uuid) where ended_at is null`.execute(db)
  // The new one begins with its columns.
  await sql`drop index finding_open_by_advisory`.execute(db)
}
