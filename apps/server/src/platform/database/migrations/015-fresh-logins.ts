import { sql, type Kysely } from 'kysely'

/** When a session's member last showed who they are, which login a texted code is for, and salted scratch codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table session add column confirmed_at timestamptz not null default now()`,
  `update session set confirmed_at = created_at`,
  // The challenge or session that asked for the code.
  `alter table second_factor add column code_for uuid`,
  // Codes of before were kept by a fast hash, which cannot be turned into a slow one: new ones are made.
  `delete from scratch_code`,
  `alter table scratch_code add column salt bytea not null`,
]
