import { sql, type Kysely } from 'kysely'

/** The support token, encrypted: administrators can view it until it expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token add column sealed bytea`.execute(db)
}
