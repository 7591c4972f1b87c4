import { sql, type Kysely } from 'kysely'

/** Names of provisioned groups are unique: of several created concurrently, one succeeds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table team add column is_provisioned boolean not null default false`,
  `create unique index team_provisioned_name on team (account_uuid, lower(name)) where is_provisioned`,
]
