import type { ScannedDocument } from '@assay/engine/inventory.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope, projectInScope } from '#projects/in-scope-store.ts'

/** The last scan of a branch, with what rules ask of it. */
export interface StoredScan {
  projectUuid: string
  branchUuid: string
  branch: string
  /** The branch that its project's others are compared with. */
  targetUuid: string
  scanUuid: string
  outcome: string
  outcomeWithoutRules: string | null
  listed: number
  checked: number
  blocking: number
  documents: ScannedDocument[]
  security: number | null
  stability: number | null
  licensing: number | null
}

const columns = sql`
  project.uuid as "projectUuid", branch.uuid as "branchUuid", branch.name as branch, target.uuid as "targetUuid",
  scan.uuid as "scanUuid", scan.outcome, scan.outcome_without_rules as "outcomeWithoutRules",
  scan.component_count as listed, scan.checked_count as checked, scan.blocking_gaps as blocking,
  scan.documents,
  case when scan.security_measured then scan.security_score end as security,
  case when scan.stability_measured then scan.stability_score end as stability,
  case when scan.licensing_measured then scan.licensing_score end as licensing`

/** The scanned branch that others are compared with. */
const target = sql`lateral (
  select uuid from branch
  where branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid and last_number > 0
  order by branch.name = coalesce(project.default_branch, 'main') desc, last_scanned_at desc, branch.name
  limit 1) target`

const lastScan = sql`
  scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid and scan.number = branch.last_number`

interface Page {
  after: string | null
  limit: number
}

/** Of projects after a project, by uuid, the last scans of the branches that others are compared with. */
export const listTargetScans = async (db: Database, scope: Scope, { after, limit }: Page) =>
  (
    await sql<StoredScan>`
      select ${columns} from project cross join ${target}
      join branch on branch.account_uuid = project.account_uuid and branch.uuid = target.uuid
      join ${lastScan}
      where project.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
        and (${after}::uuid is null or project.uuid > ${after}::uuid)
      order by project.uuid limit ${limit}`.execute(db)
  ).rows

/** Of branches after a branch, by uuid, the last scans. */
export const listLastScans = async (db: Database, scope: Scope, { after, limit }: Page) =>
  (
    await sql<StoredScan>`
      select ${columns} from branch
      join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
      cross join ${target}
      join ${lastScan}
      where branch.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}
        and (${after}::uuid is null or branch.uuid > ${after}::uuid)
      order by branch.uuid limit ${limit}`.execute(db)
  ).rows

/** Projects in scope, of which those with a pattern or tag are matched by the caller. */
export async function countPreviewed(db: Database, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project
    where account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}`.execute(db)
  return rows[0]!.count
}

/** Of the whole account. */
export async function countLastScans(db: Database, { accountUuid }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from branch
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where branch.account_uuid = ${accountUuid} and last_number > 0 and project.deleted_at is null`.execute(db)
  return rows[0]!.count
}

/** Scanned branches of projects. */
export const listScannedBranches = async (
  db: Database,
  { accountUuid }: Scope,
  projectUuids: readonly string[],
) =>
  (
    await sql<{ accountUuid: string; branchUuid: string }>`
      select account_uuid as "accountUuid", uuid as "branchUuid" from branch
      where account_uuid = ${accountUuid} and project_uuid = any(${[...projectUuids]}::uuid[]) and last_number > 0
      order by uuid`.execute(db)
  ).rows
