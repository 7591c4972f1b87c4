import { type Kysely, sql } from 'kysely'

/** New accounts use the graded formula; those that exist keep theirs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account alter column security_scoring set default 'graded'`.execute(db)
}
