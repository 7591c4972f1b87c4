import { type Kysely, sql } from 'kysely'

/**
 * The view component for statements that name branches. Where the planner expects few rows of an account, as it does
 * until it has statistics of a new one, it compared each component of a branch with all contents of the account. Here it
 * does not know that both are of the same one, and looks each up by its digest or reads all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view component_of_branch as
    select used.account_uuid, branch_uuid, used.digest, introduced_number, ended_number, ecosystem, package_name, name,
      version, purl, scope, is_direct, required_by, locations, licenses, violations, latest_patch, latest_minor,
      latest_major, stability, license_source, license_registry, licensed_at, license_warning, copyright,
      has_known_releases, libyears, source_name, source_version, sbom_fields
    from component_use used
    join component_content content
      on content.account_uuid = coalesce(used.account_uuid, used.account_uuid) and content.digest = used.content`.execute(
    db,
  )
}
