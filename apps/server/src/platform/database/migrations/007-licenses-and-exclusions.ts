import { type Kysely, sql } from 'kysely'

/**
 * What policies make of unknown licenses, when exclusions last matched, and of components their source package and what
 * an export of their SBOM needs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table license_policy add column deny_unknown boolean not null default true`.execute(db)
  await sql`alter table exclusion add column last_matched_at timestamptz`.execute(db)
  await sql`
    alter table component
      add column license_warning text,
      add column source_name text,
      add column source_version text,
      -- Hashes and references of an SBOM; null for other documents.
      add column sbom_fields jsonb`.execute(db)
}
