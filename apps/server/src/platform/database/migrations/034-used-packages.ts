import { type Kysely, sql } from 'kysely'

/** What the sources of a project say of the use of its packages, where the command line has searched them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // By the last scan: state, reason, place, module, through; null if its sources were not searched.
  await sql`alter table finding add column usage jsonb`.execute(db)
  // Whether all findings that it closes are of a package that no source was seen to load.
  await sql`alter table branch_upgrade add column is_not_seen boolean not null default false`.execute(db)
}
