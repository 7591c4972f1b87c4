import { sql, type Kysely } from 'kysely'

/** Branches of archived projects that a change of knowledge would have rescanned: they are when it is restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table branch add column missed_rescan boolean not null default false`.execute(db)
}
