import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

/** The last scan of a project's target branch, with what rules ask of it. */
export interface PreviewedScan {
  projectUuid: string
  branchUuid: string
  branch: string
  scanUuid: string
  number: number
  outcome: string
  outcomeWithoutRules: string | null
  listed: number
  checked: number
  blocking: number
  security: number | null
  stability: number | null
  licensing: number | null
  findings: number
}

/** Projects with a scanned target branch, after a project, by uuid. */
export async function listPreviewed(
  db: Database,
  scope: Scope,
  { after, limit }: { after: string | null; limit: number },
): Promise<PreviewedScan[]> {
  const { rows } = await sql<PreviewedScan>`
    select project.uuid as "projectUuid", branch.uuid as "branchUuid", branch.name as branch,
      scan.uuid as "scanUuid", scan.number, scan.outcome, scan.outcome_without_rules as "outcomeWithoutRules",
      scan.component_count as listed, scan.checked_count as checked, scan.blocking_gaps as blocking,
      case when scan.security_measured then scan.security_score end as security,
      case when scan.stability_measured then scan.stability_score end as stability,
      case when scan.licensing_measured then scan.licensing_score end as licensing,
      scan.vulnerability_count as findings
    from project
    cross join lateral (
      select uuid, name, last_number from branch
      where branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid and last_number > 0
      order by branch.name = coalesce(project.default_branch, 'main') desc, last_scanned_at desc, branch.name
      limit 1) branch
    join scan on scan.account_uuid = project.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where project.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
      and (${after}::uuid is null or project.uuid > ${after}::uuid)
    order by project.uuid limit ${limit}`.execute(db)
  return rows
}

/** Projects in scope, of which those with a pattern or tag are matched by the caller. */
export async function countPreviewed(db: Database, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project
    where account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}`.execute(db)
  return rows[0]!.count
}
