import { sql, type Kysely } from 'kysely'

/** Teams whose projects the rule applies to; null for all projects of the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['exclusion', 'license_policy'])
    await sql.raw(`alter table ${table} add column team_uuids uuid[]`).execute(db)
}
