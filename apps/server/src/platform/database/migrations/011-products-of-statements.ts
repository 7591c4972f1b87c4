import { type Kysely, sql } from 'kysely'

/** What VEX documents can call a project by its SBOMs, and which of their statements apply to nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // 'urn:cdx:<serial number>/<version>', name, package and CPE of the root component. null before its first scan.
  await sql`alter table build add column subject_keys text[]`.execute(db)
  await sql`create index build_subject on build using gin (subject_keys) where subject_keys <> '{}'`.execute(
    db,
  )
  // Why it applied to nothing when it was added; null once it applies.
  await sql`alter table vex_statement add column unmatched text`.execute(db)
}
