import { sql, type Kysely } from 'kysely'

/** Packages of which the ranges of their releases are read, since a plan depends on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table package_releases add column wants_ranges boolean not null default false`.execute(db)
}
