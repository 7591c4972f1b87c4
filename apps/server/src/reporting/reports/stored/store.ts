import type { Outcome, Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { packKeys, PackedKeys, readByKeys } from '#platform/database/packed-keys.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { coveredColumn, type StoredCovered } from '#projects/coverage-store.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

export interface ReportListRow {
  projectUuid: string
  name: string
  branch: string
  tags: string[]
  outcome: string
  computedOutcome: Outcome
  languages: string[]
  scannedAt: Date
  security: number
  stability: number
  licensing: number
  covered: StoredCovered
}

/** The last scan of each branch, limited to scans since a given time. */
export const lastScanPages = (db: Database, scope: Scope, of: Listed) =>
  readPages((after: ReportListRow | undefined) => readLastScans(db, scope, { ...of, after }))

export interface Listed {
  since: Date | null
  /** Ecosystems whose advisory data is missing or outdated. */
  outdated: readonly string[]
}

export interface LastScans extends Listed {
  /** The previous page's last row. */
  after: Pick<ReportListRow, 'name' | 'branch'> | undefined
  /** Defaults to the page size. */
  limit?: number
}

export const readLastScans = (db: Database, scope: Scope, request: LastScans) => {
  const limit = request.limit ?? maxPageRows
  return readPage(db, { query: lastScans(scope, { ...request, limit }), order: sql`name, branch`, limit })
}

/** The computed outcome of a branch's last scan, by the same rule as outcomesOf. */
const computedNow = (outdated: readonly string[]) => sql<Outcome>`
  case when scan.outcome = 'PASS' and (scan.issues @> '[{"isUnread": true}]'
    or scan.index_versions ?| ${[...outdated]}::text[]) then 'UNDECLARED'
  else scan.outcome end`

const outcomesNow = (outdated: readonly string[]) => sql`
  coalesce(scan.declared_outcome, ${computedNow(outdated)}) as outcome, ${computedNow(outdated)} as "computedOutcome"`

const lastScans = (
  scope: Scope,
  { since, outdated, after, limit }: Required<LastScans>,
) => sql<ReportListRow>`
  (select project.uuid as "projectUuid", project.url as name, branch.name as branch, project.tags,
           ${outcomesNow(outdated)}, scan.languages, scan.scanned_at as "scannedAt",
           scan.security_score as security, scan.stability_score as stability, scan.licensing_score as licensing, ${coveredColumn} as covered
    from branch
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where branch.account_uuid = ${scope.accountUuid}
      and ${projectInScope(scope)}
      and (${since}::timestamptz is null or branch.last_scanned_at >= ${since})
      and ${after ? sql`(project.url, branch.name) > (${after.name}, ${after.branch})` : sql`true`}
    order by project.url, branch.name
    limit ${limit})`

/** All columns but excluded findings, which can be large. */
const scanColumns = [
  'scan.uuid',
  'scan.branch_uuid',
  'scan.build_uuid',
  'scan.number',
  'scan.scanned_at',
  'scan.security_score',
  'scan.security_scoring',
  'scan.stability_score',
  'scan.licensing_score',
  'scan.outcome',
  'scan.declared_outcome',
  'scan.component_count',
  'scan.libyears',
  'scan.unknown_releases',
  'scan.files',
  'scan.issues',
  'scan.gaps',
  'scan.gap_counts',
  'scan.content_uuid',
  'scan.index_versions',
  'scan.advisory_data',
] as const

/** The newest scan of a branch. */
export const findLastScan = (db: Database, scope: Scope, branchUuid: string) =>
  db
    .selectFrom('scan')
    .select([...scanColumns])
    .select(sql<boolean>`true`.as('is_newest'))
    .select(coveredColumn.as('covered'))
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export type ScanRow = NonNullable<Awaited<ReturnType<typeof findLastScan>>>

/** Of the findings that were open after the scan, those that are still stored. */
const keptFindings = sql<number>`(
  select count(*)::int from finding
  where finding.account_uuid = scan.account_uuid and finding.branch_uuid = scan.branch_uuid
    and introduced_number <= scan.number and (ended_number is null or ended_number > scan.number))`

export const findScan = (
  db: Database,
  scope: Scope,
  { projectUuid, uuid }: { projectUuid: string; uuid: string },
) =>
  db
    .selectFrom('scan')
    .innerJoin('branch', (join) =>
      join
        .onRef('branch.account_uuid', '=', 'scan.account_uuid')
        .onRef('branch.uuid', '=', 'scan.branch_uuid'),
    )
    .select([...scanColumns, 'branch.name as branch'])
    .select(sql<boolean>`scan.number = branch.last_number`.as('is_newest'))
    .select(keptFindings.as('keptFindings'))
    .select(coveredColumn.as('covered'))
    .where('scan.account_uuid', '=', scope.accountUuid)
    .where('scan.project_uuid', '=', projectUuid)
    .where('scan.uuid', '=', uuid)
    .executeTakeFirst()

export interface BranchSummary {
  branch: string
  reportUuid: string
  scannedAt: Date
  security: number
  stability: number
  licensing: number
  outcome: Outcome
  computedOutcome: Outcome
  covered: StoredCovered
  vulnerabilityCount: number
  severities: Partial<Record<Severity, number>>
  vulnerabilityDelta: number
  mitigationCount: number
  vulnerabilitiesIdentified: number
  vulnerabilitiesAddressed: number
  languages: string[]
  componentCount: number
  libyears: number | null
  unknownReleases: number | null
  scans: number
}

/** The last scan of each branch of a project, newest first. */
export async function* branchSummaryPages(
  db: Database,
  scope: Scope,
  { projectUuid, since, outdated }: Listed & { projectUuid: string },
): AsyncGenerator<BranchSummary[]> {
  const { rows } = await sql<{ keys: Uint8Array | null }>`
    select ${packKeys(sql`uuid_send(scan.uuid)`, sql`scan.scanned_at desc, scan.uuid`)} as keys
    from branch join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${projectUuid}
      and (${since}::timestamptz is null or branch.last_scanned_at >= ${since})`.execute(db)
  yield* readByKeys<BranchSummary>(db, {
    keys: new PackedKeys(rows[0]!.keys, 16),
    query: (keyRows) => sql`
      select wanted.position, branch.name as branch, scan.uuid as "reportUuid", scan.scanned_at as "scannedAt",
        scan.security_score as security, scan.stability_score as stability, scan.licensing_score as licensing,
        ${outcomesNow(outdated)},
        scan.vulnerability_count as "vulnerabilityCount", scan.component_count as "componentCount",
        scan.vulnerability_delta as "vulnerabilityDelta", scan.mitigation_count as "mitigationCount",
        scan.identified_total as "vulnerabilitiesIdentified", scan.addressed_total as "vulnerabilitiesAddressed",
        scan.languages, (
          select coalesce(json_object_agg(severity, count), '{}') from (
            select severity, count(*) as count from finding
            where finding.account_uuid = scan.account_uuid and finding.branch_uuid = scan.branch_uuid
              and ended_number is null
            group by severity) counted) as severities,
        scan.libyears, scan.unknown_releases as "unknownReleases", ${coveredColumn} as covered,
        scan.number as scans
      from ${keyRows} wanted
      join scan on scan.account_uuid = ${scope.accountUuid} and scan.uuid = wanted.key::uuid
      join branch on branch.account_uuid = scan.account_uuid and branch.uuid = scan.branch_uuid`,
  })
}
