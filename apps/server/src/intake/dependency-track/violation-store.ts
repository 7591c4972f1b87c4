import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope, projectInScope } from '#projects/in-scope-store.ts'
import type { StoredComponent } from '#reporting/reports/components/component-pages-store.ts'
import type { PageRange } from './page-of.ts'

interface ViolationRow extends Pick<
  StoredComponent,
  'ecosystem' | 'name' | 'version' | 'purl' | 'violations' | 'latest_major' | 'latest_minor' | 'latest_patch'
> {
  place: { uuid: string; name: string; version: string }
  at: Date
}

interface Listed {
  showInactive: boolean
  range: PageRange
}

const violating = (scope: Scope, showInactive: boolean) => sql`
  from branch join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
  join component on component.account_uuid = branch.account_uuid and component.branch_uuid = branch.uuid
    and ended_number is null and violations <> '[]'
  cross join jsonb_array_elements(violations) violation
  where branch.account_uuid = ${scope.accountUuid}
    and ${showInactive ? anyProjectInScope(scope) : projectInScope(scope)}`

/** A page of violations, each with its component and version. */
export async function listViolations(
  db: Database,
  scope: Scope,
  { showInactive, range }: Listed,
): Promise<ViolationRow[]> {
  const { rows } = await sql<ViolationRow>`
    select component.ecosystem, component.name, component.version, component.purl, jsonb_build_array(violation) as violations,
      latest_major, latest_minor, latest_patch, coalesce(branch.last_scanned_at, branch.created_at) as at,
      json_build_object('uuid', branch.uuid, 'name', project.name, 'version', branch.name) as place
    ${violating(scope, showInactive)}
    order by project.name, branch.name, component.name, component.version, component.digest, violation
    limit ${range.limit} offset ${range.offset}`.execute(db)
  return rows
}

export async function countViolations(
  db: Database,
  scope: Scope,
  { showInactive }: Pick<Listed, 'showInactive'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${violating(scope, showInactive)}`.execute(db)
  return rows[0]!.count
}
