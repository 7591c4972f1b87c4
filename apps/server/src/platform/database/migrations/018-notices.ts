import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** RustSec's notices of unmaintained crates were read as vulnerabilities: the next sync reads its records again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update advisory_record set digest = '' where id like 'RUSTSEC-%'`.execute(db)
}
