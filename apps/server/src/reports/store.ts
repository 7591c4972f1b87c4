import { sql } from 'kysely'
import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { projectInReach } from '../projects/store.ts'
import type { VersionSpan } from '../scans/finding-store.ts'

export interface ReportListRow {
  projectUuid: string
  name: string
  branch: string
  tags: string[]
  outcome: string
  languages: string[]
  scannedAt: Date
  security: number
  stability: number
  licensing: number
}

/** The last scan of each branch, of those since a moment. */
export async function listLastScans(
  db: Database,
  scope: Scope,
  since: Date | null,
): Promise<ReportListRow[]> {
  const { rows } = await sql<ReportListRow>`
    select project.uuid as "projectUuid", project.url as name, branch.name as branch, project.tags,
           coalesce(scan.declared_outcome, scan.outcome) as outcome, scan.languages, scan.scanned_at as "scannedAt",
           scan.security_score as security, scan.stability_score as stability, scan.licensing_score as licensing
    from branch
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where branch.account_uuid = ${scope.accountUuid}
      and ${projectInReach(scope)}
      and (${since}::timestamptz is null or branch.last_scanned_at >= ${since})
    order by project.url, branch.name`.execute(db)
  return rows
}

/** The newest scan of a branch. */
export const findLastScan = (db: Database, scope: Scope, branchUuid: string) =>
  db
    .selectFrom('scan')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export type ScanRow = NonNullable<Awaited<ReturnType<typeof findLastScan>>>

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
    .selectAll('scan')
    .select('branch.name as branch')
    .where('scan.account_uuid', '=', scope.accountUuid)
    .where('scan.project_uuid', '=', projectUuid)
    .where('scan.uuid', '=', uuid)
    .executeTakeFirst()

export const listScans = (
  db: Database,
  scope: Scope,
  { branchUuid, limit }: { branchUuid: string; limit: number },
) =>
  db
    .selectFrom('scan')
    .select(['uuid', 'scanned_at as scannedAt'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

/** The components as they stood at a scan; one value, as rows and arrays would take far longer to read. */
export async function listComponentsAt(
  db: Database,
  scope: Scope,
  at: { branchUuid: string; number: number },
): Promise<StoredComponent[]> {
  const { rows } = await sql<{ components: StoredComponent[] }>`
    select coalesce(json_agg(each order by name, version), '[]') as components
    from (
      select ecosystem, name, version, purl, scope, is_direct, required_by, locations, licenses, violations,
             latest_patch, latest_minor, latest_major, stability
      from component
      where account_uuid = ${scope.accountUuid} and branch_uuid = ${at.branchUuid}
        and introduced_number <= ${at.number} and (ended_number is null or ended_number > ${at.number})
    ) each`.execute(db)
  return rows[0]!.components
}

export interface StoredComponent {
  ecosystem: string | null
  name: string
  version: string
  purl: string | null
  scope: string
  is_direct: boolean | null
  required_by: string[]
  locations: string[]
  licenses: string[]
  violations: { policy: string; license: string }[]
  latest_patch: string | null
  latest_minor: string | null
  latest_major: string | null
  stability: string[]
}

/** Who requires whom at a scan; one value, as rows and arrays would take far longer to read. */
export async function listGraphAt(db: Database, scope: Scope, at: { branchUuid: string; number: number }) {
  const { rows } = await sql<{ graph: [string, string, boolean | null, string[]][] }>`
    select coalesce(json_agg(json_build_array(name, version, is_direct, required_by)), '[]') as graph
    from component
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${at.branchUuid}
      and introduced_number <= ${at.number} and (ended_number is null or ended_number > ${at.number})`.execute(
    db,
  )
  return rows[0]!.graph.map(([name, version, is_direct, required_by]) => ({
    ...{ name, version, is_direct, required_by },
  }))
}

/** The findings that were open after a scan, each with the versions that it had then. */
export async function listFindingsAt(db: Database, scope: Scope, at: { branchUuid: string; number: number }) {
  const rows = await db
    .selectFrom('finding')
    .leftJoin('advisory', 'advisory.uuid', 'finding.advisory_uuid')
    .selectAll('finding')
    .select('advisory.joined_into as joinedInto')
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', at.branchUuid)
    .where('introduced_number', '<=', at.number)
    .where((eb) => eb.or([eb('ended_number', 'is', null), eb('ended_number', '>', at.number)]))
    .orderBy('display_name')
    .orderBy('advisory_uuid')
    .execute()
  return rows.map((row) => ({
    ...row,
    advisoryUuid: row.joinedInto ?? row.advisory_uuid,
    spans: (row.versions as VersionSpan[]).filter(
      ({ from, to }) => from <= at.number && (to === null || to > at.number),
    ),
  }))
}

export type FindingAt = Awaited<ReturnType<typeof listFindingsAt>>[number]

/** Of the branch's newest scan. */
export const declareOutcome = (
  db: Database,
  scope: Scope,
  scan: { branchUuid: string; number: number; outcome: string },
) =>
  db
    .updateTable('scan')
    .set({ declared_outcome: scan.outcome })
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', scan.branchUuid)
    .where('number', '=', scan.number)
    .execute()

export async function listBranchSummaries(
  db: Database,
  scope: Scope,
  of: { projectUuid: string; since: Date | null },
) {
  const { projectUuid, since } = of
  const { rows } = await sql<{
    branch: string
    reportUuid: string
    scannedAt: Date
    security: number
    stability: number
    licensing: number
    outcome: 'PASS' | 'FAIL' | 'UNDECLARED'
    vulnerabilityCount: number
    componentCount: number
    scans: number
  }>`
    select branch.name as branch, scan.uuid as "reportUuid", scan.scanned_at as "scannedAt",
           scan.security_score as security, scan.stability_score as stability, scan.licensing_score as licensing,
           coalesce(scan.declared_outcome, scan.outcome) as outcome, scan.vulnerability_count as "vulnerabilityCount",
           scan.component_count as "componentCount", scan.number as scans
    from branch
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = ${projectUuid}
      and (${since}::timestamptz is null or branch.last_scanned_at >= ${since})
    order by scan.scanned_at desc`.execute(db)
  return rows
}
