import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // What the member could see when its facts were read; null in rows of earlier versions.
  `alter table assistant_conversation add column reach jsonb`,
  `alter table assistant_message add column reach jsonb`,
  // The host that questions of the day were sent to last; null in rows of earlier versions.
  `alter table assistant_use add column host text`,
]
