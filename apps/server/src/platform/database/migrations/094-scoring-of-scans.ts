import { sql, type Kysely } from 'kysely'

/** The formula of the scan's security score; null in rows of earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan add column security_scoring text`.execute(db)
}
