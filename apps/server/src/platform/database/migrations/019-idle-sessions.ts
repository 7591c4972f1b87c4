import { sql, type Kysely } from 'kysely'

/** Idle timeout of a session, as configured when it began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table session add column idle_seconds integer not null default ${3 * 24 * 3600}`)
    .execute(db)
}
