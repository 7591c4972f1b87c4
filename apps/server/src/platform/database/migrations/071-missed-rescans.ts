import { sql, type Kysely } from 'kysely'

/** Rescans missed by branches of archived projects, which run when the project is restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table branch add column missed_rescan boolean not null default false`.execute(db)
}
