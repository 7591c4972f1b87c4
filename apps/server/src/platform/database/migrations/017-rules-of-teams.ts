import { sql, type Kysely } from 'kysely'

/** The teams for whose projects a rule holds; null: all projects of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['exclusion', 'license_policy'])
    await sql.raw(`alter table ${table} add column team_uuids uuid[]`).execute(db)
}
