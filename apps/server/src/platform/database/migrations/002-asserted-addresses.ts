import { type Kysely, sql } from 'kysely'

/**
 * What a provider asserted at a login, and who set a property: only these decide which account accepts a domain.
 * Known logins get their address at the next one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table external_login add column asserted_email text`.execute(db)
  await sql`alter table property add column set_by uuid`.execute(db)
}
