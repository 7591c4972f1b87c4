import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInReach } from '#projects/reach-store.ts'

interface Component {
  ecosystem: string
  packageName: string
  version: string
}

/** What inventories of projects in reach say, of today's and of earlier scans. */
export async function listDeclaredLicenses(
  db: Database,
  scope: Scope,
  { ecosystem, packageName, version }: Component,
): Promise<string[]> {
  const { rows } = await sql<{ license: string }>`
    select distinct unnest(component.licenses) as license
    from component
    join branch on branch.account_uuid = component.account_uuid and branch.uuid = component.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where component.account_uuid = ${scope.accountUuid} and ${projectInReach(scope)}
      and component.ecosystem = ${ecosystem} and component.package_name = ${packageName}
      and component.version = ${version}
    order by 1`.execute(db)
  return rows.map(({ license }) => license)
}
