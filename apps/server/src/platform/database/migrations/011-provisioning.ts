import { sql, type Kysely } from 'kysely'

/** External ids of members and teams; null if not provisioned by an identity provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table member
    add column user_name text,
    add column external_id text,
    add column given_name text,
    add column family_name text`,
  `create unique index member_user_name on member (account_uuid, lower(user_name))`,
  `alter table team add column external_id text`,
]
