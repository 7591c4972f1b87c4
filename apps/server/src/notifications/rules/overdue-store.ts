import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export interface NewlyOverdue {
  accountUuid: string
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
  targetDays: number
}

/**
 * Open findings of active accounts that became overdue within the last days, counted like on the overdue page: a
 * target of n days is missed on the day after the nth. Earlier ones are not reported again.
 */
export async function listNewlyOverdue(db: Database, days: number): Promise<NewlyOverdue[]> {
  const since = sql`greatest(finding.introduced_at, finding.published_at)`
  const { rows } = await sql<NewlyOverdue>`
    with target as (
      select account.uuid as account_uuid, lower(key) as severity, value::int as days,
        date_trunc('day', now(), 'UTC') - make_interval(days => value::int) as before
      from account cross join lateral jsonb_each_text(fix_targets)
      where is_active and value is not null)
    select finding.account_uuid as "accountUuid", finding.project_uuid as "projectUuid",
      finding.branch_uuid as "branchUuid", finding.uuid as "findingUuid", finding.ecosystem,
      finding.package_name as "packageName", finding.advisory_uuid as "advisoryUuid", finding.cve,
      finding.public_id as "publicId", finding.severity,
      cardinality(finding.fixed_versions) > 0 as "hasFix", target.days as "targetDays"
    from target
    join finding on finding.account_uuid = target.account_uuid and finding.severity = target.severity
      and finding.ended_at is null and ${since} < target.before
      and ${since} >= target.before - make_interval(days => ${days})
    order by finding.account_uuid, finding.branch_uuid, finding.uuid`.execute(db)
  return rows
}
