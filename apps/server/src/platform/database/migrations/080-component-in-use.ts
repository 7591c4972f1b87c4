import { sql, type Kysely } from 'kysely'

/**
 * The index of versions in use no longer holds the branch. With it, the planner read all of an account's entries for
 * the components of one branch whenever statistics lagged behind a burst of new projects.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index component_in_use`,
  `create index component_in_use on component (account_uuid, package_name, left(version, 100), ecosystem)
    where ended_number is null`,
]
