import { sql, type Kysely } from 'kysely'

/** Time of a session's last reauthentication, the login that a texted code is for, and salted recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table session add column confirmed_at timestamptz not null default now()`,
  `update session set confirmed_at = created_at`,
  // The challenge or session that requested the code.
  `alter table second_factor add column code_for uuid`,
  // Earlier codes were stored with a fast hash, which cannot be converted to a slow one: members create new ones.
  `delete from scratch_code`,
  `alter table scratch_code add column salt bytea not null`,
]
