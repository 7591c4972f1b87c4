import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

/** A component of the last scan of a branch. */
export interface UsedComponent {
  projectUuid: string
  project: string
  branch: string
  ecosystem: string
  /** As advisories name it: of the source package, if it is another one. */
  packageName: string
  version: string
  purl: string | null
}

interface NamedPackage {
  ecosystem: string
  name: string
}

/** Components in scope that are named like one of the packages, at most 10,000, by project. */
export async function listUsed(
  db: Database,
  scope: Scope,
  packages: readonly NamedPackage[],
): Promise<UsedComponent[]> {
  const { rows } = await sql<UsedComponent>`
    select project.uuid as "projectUuid", project.name as project, branch.name as branch, component.ecosystem,
      component.package_name as "packageName", coalesce(component.source_version, component.version) as version,
      component.purl
    from unnest(${packages.map(({ ecosystem }) => ecosystem)}::text[], ${packages.map(({ name }) => name)}::text[])
      as given(ecosystem, name)
    join component on component.account_uuid = ${scope.accountUuid} and component.ecosystem = given.ecosystem
      and component.package_name = given.name and component.ended_number is null
    join branch on branch.account_uuid = component.account_uuid and branch.uuid = component.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where ${projectInScope(scope)}
    order by project.name, project.uuid, branch.name, component.package_name, version
    limit 10000`.execute(db)
  return rows
}

export interface OpenCounts {
  findings: number
  projects: number
}

/** Open findings in scope of each advisory, by its uuid. */
export async function countOpen(
  db: Database,
  scope: Scope,
  advisoryUuids: readonly string[],
): Promise<Map<string, OpenCounts>> {
  const { rows } = await sql<{ uuid: string } & OpenCounts>`
    select finding.advisory_uuid as uuid, count(*)::int as findings, count(distinct project.uuid)::int as projects
    from finding
    join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
    where finding.account_uuid = ${scope.accountUuid} and finding.advisory_uuid = any(${[...advisoryUuids]}::uuid[])
      and finding.ended_at is null and ${projectInScope(scope)}
    group by 1`.execute(db)
  return new Map(rows.map(({ uuid, ...counts }) => [uuid, counts]))
}

/** Branches whose running scan may have read the advisories as they were before. */
export async function listScanning(tx: Tx, scope: Scope) {
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    select distinct account_uuid as "accountUuid", branch_uuid as "branchUuid" from build
    where account_uuid = ${scope.accountUuid} and state = 'scanning'`.execute(tx)
  return rows
}
