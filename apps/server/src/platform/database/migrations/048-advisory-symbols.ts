import { type Kysely, sql } from 'kysely'

/**
 * Records that may name vulnerable functions count as changed, so that the next sync of their archives reads these. A few
 * thousand rows: only those of Go and Rust do. Withdrawn ones without a digest would count as removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update advisory_record set digest = ''
    where withdrawn_at is null and id ~ '^(GO|RUSTSEC)-'`.execute(db)
}
