import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { type Candidate, selectedBranches, type Selection } from './dependency-store.ts'

/** The previous page's last row. */
export interface UsePosition {
  project: string
  branch: string
  digest: string
}

export interface UseRow {
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  reportUuid: string
  scannedAt: Date
  isDirect: boolean | null
  scope: string
  requiredBy: string[]
  locations: string[]
  licenses: string[]
  digest: string
}

interface UseQuery {
  selection: Selection
  candidate: Candidate
  after: UsePosition | null
  limit: number
}

/** By project and branch. A branch that lists the version in two scopes has two rows. */
export async function listUses(
  db: Database,
  scope: Scope,
  { selection, candidate, after, limit }: UseQuery,
): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select project.uuid as "projectUuid", project.name as "projectName", project.url as "projectUrl",
      branch.name as branch, branch.last_scan_uuid as "reportUuid", branch.last_scanned_at as "scannedAt",
      component.is_direct as "isDirect", component.scope, required_by as "requiredBy", locations, licenses,
      encode(digest, 'hex') as digest
    from component
    join branch on branch.uuid = component.branch_uuid
    cross join project
    where ${selectedBranches(scope, selection)}
      and component.account_uuid = ${scope.accountUuid} and ended_number is null
      and package_name = any(${candidate.packageNames}::text[]) and component.name = any(${candidate.names}::text[])
      and left(version, 100) = left(${candidate.version}, 100) and version = ${candidate.version}
      and ecosystem is not distinct from ${candidate.ecosystem}::text
      ${
        after === null
          ? sql``
          : sql`and (project.url collate "C", branch.name collate "C", encode(digest, 'hex') collate "C")
        > (${after.project}, ${after.branch}, ${after.digest})`
      }
    order by project.url collate "C", branch.name collate "C", encode(digest, 'hex') collate "C"
    limit ${limit}`.execute(db)
  return rows
}
