import type { RuleResult } from '@assay/engine/policies/rule.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

export interface ScannedRules {
  scanUuid: string
  branchUuid: string
  results: readonly RuleResult[]
}

/** Hits of a rule that are stored with a scan, while all are counted. */
export const maxStoredHits = 1000

export async function insertRuleResults(tx: Tx, scope: Scope, scans: readonly ScannedRules[]): Promise<void> {
  const rows = scans.flatMap(({ scanUuid, branchUuid, results }) =>
    results.map((result, position) => ({
      account_uuid: scope.accountUuid,
      scan_uuid: scanUuid,
      branch_uuid: branchUuid,
      position,
      rule_uuid: result.uuid,
      name: result.name,
      kind: result.kind,
      effect: result.effect,
      mode: result.mode,
      file: result.file,
      hit_count: result.hitCount,
      undecided_count: result.undecidedCount,
      passed_unknown: result.passedUnknown,
      fails: result.fails,
      hits: jsonText(result.hits),
      issues: jsonText(result.issues),
    })),
  )
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('rule_result')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
}

const rowsAtOnce = 1000

/** By scan, in the order of evaluation. */
export async function listRuleResults(
  db: Database,
  { accountUuid }: Scope,
  scanUuids: readonly string[],
): Promise<Map<string, RuleResult[]>> {
  if (scanUuids.length === 0) return new Map()
  const { rows } = await sql<RuleResult & { scanUuid: string }>`
    select scan.uuid as "scanUuid", rule_uuid as uuid, name, kind, effect, mode, file, hit_count as "hitCount",
      undecided_count as "undecidedCount", passed_unknown as "passedUnknown", hits, fails, rule_result.issues
    from scan join rule_result on rule_result.account_uuid = scan.account_uuid
      and rule_result.scan_uuid = coalesce(scan.content_uuid, scan.uuid)
    where scan.account_uuid = ${accountUuid} and scan.uuid = any(${[...scanUuids]}::uuid[])
    order by scan.uuid, position`.execute(db)
  const results = rows.map(({ scanUuid, ...result }) => ({ scanUuid, result }))
  return new Map(
    [...Map.groupBy(results, ({ scanUuid }) => scanUuid)].map(([uuid, list]) => [
      uuid,
      list.map(({ result }) => result),
    ]),
  )
}

/** Deletes up to a limit of the branch's results. Returns the number deleted. */
export async function deleteSomeResults(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, limit }: { branchUuid: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rule_result where ctid = any(array(
      select ctid from rule_result
      where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} limit ${limit}))`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes the results that were stored with scans and that no scan has any more. */
export const deleteResultsOf = (tx: Tx, { accountUuid }: Scope, scanUuids: readonly string[]) =>
  sql`
    delete from rule_result
    where account_uuid = ${accountUuid} and scan_uuid = any(${[...scanUuids]}::uuid[])`.execute(tx)
