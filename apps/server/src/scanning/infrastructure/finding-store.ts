import type { EvaluatedResult } from '@assay/engine/infrastructure/apply-policies.ts'
import type { EndedResult, OpenResult } from '@assay/engine/infrastructure/compare-results.ts'
import { resultKey } from '@assay/engine/infrastructure/infrastructure.ts'
import type { Issue } from '@assay/engine/inventory.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

export interface KnownResult extends OpenResult, Omit<EvaluatedResult, 'excluded'> {}

export async function listOpenResults(
  db: Database,
  scope: Scope,
  branchUuid: string,
): Promise<KnownResult[]> {
  const rows = await db
    .selectFrom('isaac_finding')
    .select(['uuid', 'sysid', 'tool', 'path', 'fingerprint', 'document', 'line', 'message'])
    .select(['severity', 'scanner_severity', 'introduced_at'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ introduced_at: at, scanner_severity: scannerSeverity, severity, ...row }) => ({
    ...row,
    severity: severity as Severity,
    scannerSeverity: scannerSeverity as Severity,
    suppression: null,
    introducedAt: at.getTime(),
  }))
}

export interface LastInfrastructureScan extends Pick<
  NewInfrastructureScan,
  'number' | 'tools' | 'excluded' | 'issues'
> {
  /** Epoch ms. */
  scannedAt: number
}

/** Branches in which it is currently open or excluded. */
export async function listBranchesOfRule(
  db: Database,
  scope: Scope,
  sysid: string,
): Promise<{ uuid: string; projectUuid: string }[]> {
  const { rows } = await sql<{ uuid: string; projectUuid: string }>`
    select branch.uuid, branch.project_uuid as "projectUuid"
    from branch
    where account_uuid = ${scope.accountUuid} and (
      exists (
        select from isaac_finding
        where account_uuid = branch.account_uuid and branch_uuid = branch.uuid and sysid = ${sysid}
          and ended_at is null
      )
      or (
        select excluded @> ${jsonText([{ sysid }])}
        from isaac_scan
        where account_uuid = branch.account_uuid and branch_uuid = branch.uuid
        order by number desc
        limit 1
      )
    )
    order by branch.uuid`.execute(db)
  return rows
}

/** The newest scan of the branch; undefined if there is none. */
export async function findLast(
  db: Database,
  scope: Scope,
  branchUuid: string,
): Promise<LastInfrastructureScan | undefined> {
  const row = await db
    .selectFrom('isaac_scan')
    .select(['number', 'scanned_at', 'tools', 'excluded', 'issues'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const excluded = row.excluded as (Omit<EvaluatedResult, 'scannerSeverity'> & Partial<EvaluatedResult>)[]
  return {
    ...row,
    scannedAt: row.scanned_at.getTime(),
    // null in scans recorded before migration 074.
    excluded: excluded.map((each) => ({ scannerSeverity: each.severity, ...each })),
    issues: row.issues as Issue[],
  }
}

export interface NewInfrastructureScan {
  uuid: string
  projectUuid: string
  branchUuid: string
  /** null if policies changed and nothing was uploaded. */
  buildUuid: string | null
  number: number
  at: Date
  tools: string[]
  severities: Partial<Record<Severity, number>>
  findingCount: number
  introducedCount: number
  fixedCount: number
  excluded: EvaluatedResult[]
  issues: Issue[]
}

export const insertInfrastructureScan = (tx: Tx, scope: Scope, scan: NewInfrastructureScan) =>
  tx
    .insertInto('isaac_scan')
    .values({
      account_uuid: scope.accountUuid,
      uuid: scan.uuid,
      project_uuid: scan.projectUuid,
      branch_uuid: scan.branchUuid,
      build_uuid: scan.buildUuid,
      number: scan.number,
      scanned_at: scan.at,
      tools: scan.tools,
      severities: jsonText(scan.severities),
      finding_count: scan.findingCount,
      introduced_count: scan.introducedCount,
      fixed_count: scan.fixedCount,
      excluded: jsonText(scan.excluded),
      issues: jsonText(scan.issues),
    })
    .execute()

type At = Pick<NewInfrastructureScan, 'number' | 'at'>

/** When results that were excluded last were introduced, by their key. */
export async function readIntroductions(
  tx: Tx,
  scope: Scope,
  { branchUuid, results }: { branchUuid: string; results: readonly EvaluatedResult[] },
): Promise<Map<string, Date>> {
  if (results.length === 0) return new Map()
  const rows = await tx
    .selectFrom('isaac_finding')
    .select(['sysid', 'path', 'fingerprint', 'introduced_at'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('end_kind', '=', 'excluded')
    .where('sysid', '=', sql<string>`any(${[...new Set(results.map(({ sysid }) => sysid))]}::text[])`)
    .orderBy('ended_number')
    .execute()
  const known = new Map(rows.map((row) => [resultKey(row), row.introduced_at]))
  const keys = results.map(resultKey).filter((key) => known.has(key))
  return new Map(keys.map((key) => [key, known.get(key)!]))
}

interface NewResults extends At {
  opened: EvaluatedResult[]
  /** Of those that are not new. */
  introductions: ReadonlyMap<string, Date>
  projectUuid: string
  branchUuid: string
}

export async function insertResults(
  tx: Tx,
  scope: Scope,
  { opened, introductions, number, at, ...of }: NewResults,
): Promise<void> {
  const rows = opened.map(
    ({ suppression: _suppression, excluded: _excluded, scannerSeverity, ...result }) => ({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      project_uuid: of.projectUuid,
      branch_uuid: of.branchUuid,
      ...result,
      scanner_severity: scannerSeverity,
      introduced_number: number,
      introduced_at: introductions.get(resultKey(result)) ?? at,
    }),
  )
  for (let start = 0; start < rows.length; start += 1000)
    await tx
      .insertInto('isaac_finding')
      .values(rows.slice(start, start + 1000))
      .execute()
}

/** Current locations of findings, with the current severity from the scanner and the account. */
export async function updateResults(
  tx: Tx,
  scope: Scope,
  continued: readonly { finding: KnownResult; found: EvaluatedResult }[],
): Promise<void> {
  if (continued.length === 0) return
  const found = continued.map((each) => each.found)
  await sql`
    update isaac_finding set line = given.line, message = given.message, severity = given.severity,
      scanner_severity = given.scanner_severity, document = given.document
    from unnest(
      ${continued.map(({ finding }) => finding.uuid)}::uuid[], ${found.map(({ line }) => line)}::int[],
      ${found.map(({ message }) => message)}::text[], ${found.map(({ severity }) => severity)}::text[],
      ${found.map(({ scannerSeverity }) => scannerSeverity)}::text[],
      ${found.map(({ document }) => document)}::text[]
    ) as given(uuid, line, message, severity, scanner_severity, document)
    where account_uuid = ${scope.accountUuid} and isaac_finding.uuid = given.uuid
      and (isaac_finding.line, isaac_finding.message, isaac_finding.severity, isaac_finding.scanner_severity,
        isaac_finding.document)
        is distinct from (given.line, given.message, given.severity, given.scanner_severity, given.document)`.execute(
    tx,
  )
}

export async function endResults(
  tx: Tx,
  scope: Scope,
  { ended, number, at }: At & { ended: readonly EndedResult<KnownResult>[] },
): Promise<void> {
  if (ended.length === 0) return
  await sql`
    update isaac_finding set ended_number = ${number}, ended_at = ${at}, end_kind = given.kind,
      days_to_fix = given.days
    from unnest(
      ${ended.map(({ finding }) => finding.uuid)}::uuid[], ${ended.map(({ kind }) => kind)}::text[],
      ${ended.map(({ daysToFix }) => daysToFix)}::int[]
    ) as given(uuid, kind, days)
    where account_uuid = ${scope.accountUuid} and isaac_finding.uuid = given.uuid`.execute(tx)
}
