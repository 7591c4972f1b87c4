import { sql, type Kysely } from 'kysely'

/** Groups that a directory keeps have names of their own: of several made at once, one is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table team add column is_provisioned boolean not null default false`,
  `create unique index team_provisioned_name on team (account_uuid, lower(name)) where is_provisioned`,
]
