import { sql, type Kysely } from 'kysely'

/** The text of the support token, encrypted: administrators are shown it until it expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_token add column sealed bytea`.execute(db)
}
