import { sql, type Kysely } from 'kysely'

/** The version of the readers that read a VEX document; 0 for those of before, which are read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vex_document add column reader_version integer not null default 0`.execute(db)
}
