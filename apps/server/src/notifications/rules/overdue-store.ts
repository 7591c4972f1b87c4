import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { dueOn, isOfTriage, since, today } from '#scanning/due-dates/store.ts'

export interface NewlyOverdue {
  projectUuid: string
  branchUuid: string
  findingUuid: string
  ecosystem: string
  packageName: string
  advisoryUuid: string
  cve: string | null
  publicId: string | null
  severity: string
  hasFix: boolean
  /** Days from when it came up to its due date. */
  targetDays: number
}

/** Active accounts, of which findings may be due. */
export async function listActiveAccounts(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('account').select('uuid').where('is_active', '=', true).execute()
  return rows.map(({ uuid }) => uuid)
}

/** Open findings that became overdue within the last days. Earlier ones are not reported again. */
export async function listNewlyOverdue(db: Database, scope: Scope, days: number): Promise<NewlyOverdue[]> {
  const { rows } = await sql<NewlyOverdue>`
    select finding.project_uuid as "projectUuid", finding.branch_uuid as "branchUuid",
      finding.uuid as "findingUuid", finding.ecosystem, finding.package_name as "packageName",
      finding.advisory_uuid as "advisoryUuid", finding.cve, finding.public_id as "publicId", finding.severity,
      cardinality(finding.fixed_versions) > 0 as "hasFix",
      greatest(0, ${dueOn} - (${since} at time zone 'UTC')::date) as "targetDays"
    from finding
    join account on account.uuid = finding.account_uuid
    join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
    left join finding_triage triage on ${isOfTriage}
    where finding.account_uuid = ${scope.accountUuid} and finding.ended_at is null and ${projectInScope(scope)}
      and ${dueOn} between ${today} - ${days}::int and ${today} - 1
    order by finding.branch_uuid, finding.uuid`.execute(db)
  return rows
}
