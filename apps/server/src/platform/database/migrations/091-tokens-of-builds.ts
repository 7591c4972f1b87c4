import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The API token that submitted the build; null for a session, and in rows of earlier versions.
  `alter table build add column token_uuid uuid`,
  `create index build_of_token on build (account_uuid, token_uuid, created_at desc) where token_uuid is not null`,
]
