import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** RustSec's notices and unmaintained crates were taken for vulnerabilities: the next sync takes its records again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update advisory_record set digest = '' where id like 'RUSTSEC-%'`.execute(db)
}
