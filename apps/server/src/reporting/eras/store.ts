import type { Measured } from '@assay/contract/coverage.ts'
import { addressedKinds, type Severity } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { maxPageRows, readPage, readPages } from '#platform/database/read-pages.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

// Data of generated reports. Lists are read in pages, since an account may have 10,000 projects.

/** The subject of a report within its scope. */
export interface EraSelection {
  tag: string | null
  branch: string | null
  from: Date
  before: Date
}

/** A branch with its last scan before the end of the window. */
export interface EraBranch {
  projectUuid: string
  project: string
  url: string
  branch: string
  branchUuid: string
  scanUuid: string
  number: number
  scannedAt: Date
  security: number
  stability: number
  licensing: number
  vulnerabilityCount: number
  componentCount: number
  checkedCount: number
  measured: Measured
}

export const selected = (scope: Scope, { tag, branch }: EraSelection): RawBuilder<unknown> => sql`
  project.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
  and ${tag === null ? sql`true` : sql`${tag} = any(project.tags)`}
  and ${branch === null ? sql`true` : sql`branch.name = ${branch}`}`

export const branches = (scope: Scope, selection: EraSelection) => sql`
  project join branch on branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
  cross join lateral (
    select uuid, number, scanned_at from scan
    where scan.account_uuid = ${scope.accountUuid} and scan.branch_uuid = branch.uuid
      and scanned_at < ${selection.before}::timestamptz
    order by scanned_at desc limit 1) last`

export async function countBranches(db: Database, scope: Scope, selection: EraSelection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${branches(scope, selection)}
    where ${selected(scope, selection)}`.execute(db)
  return rows[0]!.count
}

/** By project address and branch name. */
export const branchPages = (db: Database, scope: Scope, selection: EraSelection) =>
  readPages((after: EraBranch | undefined) =>
    readPage<EraBranch>(db, {
      query: sql<EraBranch>`
        (select project.uuid as "projectUuid", project.name as project, project.url, branch.name as branch,
           branch.uuid as "branchUuid", scan.uuid as "scanUuid", scan.number, scan.scanned_at as "scannedAt",
           scan.security_score as security, scan.stability_score as stability, scan.licensing_score as licensing,
           scan.vulnerability_count as "vulnerabilityCount", scan.component_count as "componentCount",
           scan.checked_count as "checkedCount", json_build_object('security', scan.security_measured,
             'stability', scan.stability_measured, 'licensing', scan.licensing_measured) as measured
         from ${branches(scope, selection)}
         join scan on scan.account_uuid = ${scope.accountUuid} and scan.uuid = last.uuid
         where ${selected(scope, selection)}
           and ${after ? sql`(project.url, branch.name) > (${after.url}, ${after.branch})` : sql`true`}
         order by project.url, branch.name limit ${maxPageRows})`,
      order: sql`url, branch`,
    }),
  )

type SampledBranch = Pick<EraBranch, 'project' | 'branch' | 'scanUuid' | 'scannedAt'>

/** Enough to find a systematic error, few enough to be checked by hand. */
const sampledBranches = 25

/** Some of the last scans, chosen by a seed: the same for whoever repeats it. */
export async function sampleBranches(
  db: Database,
  scope: Scope,
  { selection, seed }: { selection: EraSelection; seed: string },
): Promise<SampledBranch[]> {
  const { rows } = await sql<SampledBranch>`
    select project.name as project, branch.name as branch, last.uuid as "scanUuid",
      last.scanned_at as "scannedAt"
    from ${branches(scope, selection)} where ${selected(scope, selection)}
    order by md5(${seed} || branch.uuid::text) limit ${sampledBranches}`.execute(db)
  return rows
}

export interface OpenFigures {
  severity: Severity
  count: number
}

/** Findings open at the end of the window. */
export async function countOpen(db: Database, scope: Scope, selection: EraSelection): Promise<OpenFigures[]> {
  const { rows } = await sql<OpenFigures>`
    select finding.severity, count(*)::int as count
    from project
    join branch on branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
    join finding on finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid
    where ${selected(scope, selection)} and introduced_at < ${selection.before}::timestamptz
      and (ended_at is null or ended_at >= ${selection.before}::timestamptz)
    group by finding.severity order by 1`.execute(db)
  return rows
}

export interface FixFigures extends OpenFigures {
  /** null if unknown. */
  medianDays: number | null
  meanDays: number | null
}

/** Findings addressed in the window, by severity; '' stands for all. */
export async function countFixes(
  db: Database,
  scope: Scope,
  selection: EraSelection,
): Promise<(Omit<FixFigures, 'severity'> & { severity: Severity | '' })[]> {
  const { rows } = await sql<Omit<FixFigures, 'severity'> & { severity: Severity | '' }>`
    select coalesce(finding.severity, '') as severity, count(*)::int as count,
      percentile_cont(0.5) within group (order by days_to_fix)::float8 as "medianDays",
      avg(days_to_fix)::float8 as "meanDays"
    from project
    join branch on branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
    join finding on finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid
    where ${selected(scope, selection)}
      and ended_at >= ${selection.from}::timestamptz and ended_at < ${selection.before}::timestamptz
      and end_kind = any(${[...addressedKinds]}::text[])
    group by rollup (finding.severity) order by 1`.execute(db)
  return rows
}

/** The licenses of a scan's components, with the number of components. */
export async function countLicenses(
  db: Database,
  scope: Scope,
  { branchUuid, number }: { branchUuid: string; number: number },
): Promise<{ license: string; count: number }[]> {
  const { rows } = await sql<{ license: string; count: number }>`
    select license, count(*)::int as count
    from component cross join lateral unnest(licenses) license
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}
      and introduced_number <= ${number} and (ended_number is null or ended_number > ${number})
    group by license`.execute(db)
  return rows
}
