import { type Kysely, sql } from 'kysely'

/** What a change of advisories has to be compared with, so that only branches are rescanned whose results it changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Changes of another kind, such as of end-of-life dates, concern all branches with the package.
  await sql`
    alter table advisory_changed_package add column by_advisories boolean not null default false`.execute(db)
  // The index before the changes whose rescans are not queued yet; '' if there was none, or several.
  await sql`alter table advisory_index add column previous bytea`.execute(db)
  await sql`alter table advisory_index alter column previous set storage external`.execute(db)
  await sql`
    create index component_with_ancestors on component (account_uuid)
    where ended_number is null and sbom_fields ? 'ancestors'`.execute(db)
}
