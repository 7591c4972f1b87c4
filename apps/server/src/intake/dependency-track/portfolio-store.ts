import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

interface PortfolioSums {
  versions: number
  vulnerableVersions: number
  components: number
  vulnerableComponents: number
  suppressed: number
  licenseViolations: number
  lastScannedAt: Date | null
  open: Partial<Record<Severity, number>>
}

/** Sums over all branches of active projects. */
export async function sumPortfolio(db: Database, scope: Scope): Promise<PortfolioSums> {
  const { rows } = await sql<PortfolioSums>`
    with counted as materialized (
      select branch.account_uuid, branch.uuid, branch.last_number, branch.last_scanned_at
      from branch join project
        on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
      where branch.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}),
    open as (
      select severity, sum(findings)::int as findings, array_agg(distinct branch_uuid) as branches
      from finding_age join counted on finding_age.account_uuid = counted.account_uuid and branch_uuid = counted.uuid
      group by severity)
    select count(*)::int as versions, max(last_scanned_at) as "lastScannedAt",
      (select count(distinct each)::int from open, unnest(branches) each) as "vulnerableVersions",
      (select coalesce(json_object_agg(severity, findings), '{}') from open) as open,
      coalesce(sum(component_count), 0)::int as components,
      coalesce(sum(jsonb_array_length(excluded)), 0)::int as suppressed,
      (select count(distinct (branch_uuid, ecosystem, package_name))::int from finding join counted
        on finding.account_uuid = counted.account_uuid and branch_uuid = counted.uuid
        where ended_number is null) as "vulnerableComponents",
      (select coalesce(sum(jsonb_array_length(violations)), 0)::int from component join counted
        on component.account_uuid = counted.account_uuid and branch_uuid = counted.uuid
        where ended_number is null and violations <> '[]') as "licenseViolations"
    from counted left join scan
      on scan.account_uuid = counted.account_uuid and scan.branch_uuid = counted.uuid
        and scan.number = counted.last_number`.execute(db)
  return rows[0]!
}
