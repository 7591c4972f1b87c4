import { sql, type Kysely } from 'kysely'

/** Version of the readers that parsed a VEX document; 0 for earlier ones, which are parsed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vex_document add column reader_version integer not null default 0`.execute(db)
}
