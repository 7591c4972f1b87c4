import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

/** What the packed history does not say about the last scans of branches. */
export interface BranchStates {
  /** Branches whose last scan is below policy. */
  belowPolicy: ReadonlySet<string>
  /** Open findings that are known exploited, by branch. */
  exploited: ReadonlyMap<string, number>
  /** Days to fix by severity, of the account. */
  targets: Readonly<Record<string, number | null>>
  /** Projects in scope by group, also those without a scan. */
  projects: ReadonlyMap<string, number>
}

interface Stored {
  below: string[]
  exploited: [string, number][]
  projects: [string, number][]
  targets: BranchStates['targets'] | null
}

/** Branches are those of the whole account: the numbers choose those in scope. */
export async function readBranchStates(db: Database, scope: Scope): Promise<BranchStates> {
  const { accountUuid } = scope
  const { rows } = await sql<Stored>`
    select array(
        select branch.uuid::text from branch join scan
          on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid and scan.number = branch.last_number
        where branch.account_uuid = ${accountUuid} and coalesce(scan.declared_outcome, scan.outcome) = 'FAIL') as below,
      (select coalesce(json_agg(json_build_array(branch_uuid, findings)), '[]') from (
        select branch_uuid, count(*)::int as findings from finding
        where account_uuid = ${accountUuid} and ended_at is null and advisory_uuid = any(array(
          select alias.advisory_uuid from advisory_signal join advisory_alias alias on alias.alias = advisory_signal.cve
          where known_exploited
          union select advisory.uuid from advisory join advisory_signal using (cve) where known_exploited))
        group by branch_uuid) counted) as exploited,
      (select coalesce(json_agg(json_build_array(group_uuid, projects)), '[]') from (
        select group_uuid, count(*)::int as projects from project cross join unnest(group_uuids) group_uuid
        where account_uuid = ${accountUuid} and ${projectInScope(scope)} group by group_uuid) counted) as projects,
      (select fix_targets from account where uuid = ${accountUuid}) as targets`.execute(db)
  const { below, exploited, projects, targets } = rows[0]!
  return {
    belowPolicy: new Set(below),
    exploited: new Map(exploited),
    projects: new Map(projects),
    targets: targets ?? {},
  }
}
