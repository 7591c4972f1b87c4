import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

interface FoundComponent {
  branchUuid: string
  ecosystem: string | null
  name: string
  version: string
  purl: string | null
}

/** Components whose name contains the text in any case, of the last scans, each once. */
export async function searchComponents(
  db: Database,
  scope: Scope,
  { text, limit }: { text: string; limit: number },
): Promise<FoundComponent[]> {
  const { rows } = await sql<FoundComponent>`
    select distinct on (component.name, component.version, ecosystem) branch.uuid as "branchUuid", ecosystem,
      component.name, component.version, component.purl
    from component
    join branch on branch.account_uuid = component.account_uuid and branch.uuid = component.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where component.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)} and ended_number is null
      and position(lower(${text}) in lower(component.name)) > 0
    order by component.name, component.version, ecosystem, branch.uuid limit ${limit}`.execute(db)
  return rows
}
