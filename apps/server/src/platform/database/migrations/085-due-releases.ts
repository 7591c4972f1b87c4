import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * With the ecosystem first, the planner used this index to look up a single package while the table had no
 * statistics, reading all packages of the ecosystem each time.
 */
const statements = [
  `drop index package_releases_due`,
  `create index package_releases_due on package_releases (next_check_at, ecosystem) where account_uuid is null`,
]
