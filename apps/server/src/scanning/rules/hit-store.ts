import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

export interface RuleHits {
  branches: number
  findings: number
  /** Epoch ms. */
  lastAt: number | null
}

/** Hits of rules in the last scans of the branches in scope, by rule; of one rule, or of all. */
export async function hitsOfRules(
  db: Database,
  scope: Scope,
  ruleUuid: string | null,
): Promise<Map<string, RuleHits>> {
  const { rows } = await sql<RuleHits & { ruleUuid: string }>`
    select rule_uuid as "ruleUuid", count(*)::int as branches, sum(hit_count)::int as findings,
      (extract(epoch from max(branch.last_scanned_at)) * 1000)::float8 as "lastAt"
    from rule_result
    join branch on branch.account_uuid = rule_result.account_uuid and branch.uuid = rule_result.branch_uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.uuid = branch.last_scan_uuid
      and coalesce(scan.content_uuid, scan.uuid) = rule_result.scan_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where rule_result.account_uuid = ${scope.accountUuid} and hit_count > 0 and ${projectInScope(scope)}
      and (${ruleUuid}::uuid is null or rule_uuid = ${ruleUuid}::uuid)
    group by rule_uuid`.execute(db)
  return new Map(
    rows.map(({ ruleUuid: uuid, lastAt, ...counts }) => [
      uuid,
      { ...counts, lastAt: lastAt === null ? null : Math.floor(lastAt) },
    ]),
  )
}
