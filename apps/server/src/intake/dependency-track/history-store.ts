import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

export interface ScanNumbers {
  at: Date
  components: number
  suppressed: number
  vulnerableComponents: number
  open: Partial<Record<Severity, number>>
}

/** Scans of a branch since a time, oldest first. */
const maxScans = 1000

/** The numbers of a branch after each of its scans. The caller checks access to it. */
export async function listScanNumbers(
  db: Database,
  { accountUuid }: Scope,
  { branchUuid, since }: { branchUuid: string; since: Date },
): Promise<ScanNumbers[]> {
  const { rows } = await sql<ScanNumbers>`
    select * from (
      select scanned_at as at, component_count as components, jsonb_array_length(excluded) as suppressed,
        (select count(distinct (ecosystem, package_name))::int from finding
          where finding.account_uuid = scan.account_uuid and finding.branch_uuid = scan.branch_uuid
            and introduced_number <= number and (ended_number is null or ended_number > number)) as "vulnerableComponents",
        (select coalesce(json_object_agg(severity, findings), '{}') from (
          select severity, count(*) as findings from finding
          where finding.account_uuid = scan.account_uuid and finding.branch_uuid = scan.branch_uuid
            and introduced_number <= number and (ended_number is null or ended_number > number)
          group by severity) open) as open
      from scan
      where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and scanned_at >= ${since}
      order by scanned_at desc limit ${maxScans}) newest
    order by at`.execute(db)
  return rows
}
