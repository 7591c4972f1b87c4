import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import type { DueTargets } from '@assay/engine/policies/due-day.ts'
import { type Severity, severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { exploitedAdvisories } from '#knowledge/advisories/exploited-store.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import { dueMs, dueOn, dueOnBySeverity, isOfTriage, ownDues, since } from '#scanning/due-dates/store.ts'

export interface OverdueRow {
  uuid: string
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  adviceID: string
  cve: string | null
  publicId: string | null
  severity: string
  ecosystem: string
  package: string
  fixedVersions: string[]
  since: Date
  /** Epoch ms. */
  dueMs: number
}

interface OverdueQuery {
  selection: ProjectSelection
  targets: DueTargets
  severity: Severity | null
  /** 00:00 UTC. */
  today: Date
}

interface PageQuery extends OverdueQuery {
  /** The previous page's last row. */
  after: { dueMs: number; uuid: string } | null
  limit: number
}

const ofFinding = [
  'uuid',
  'project_uuid',
  'advisory_uuid',
  'cve',
  'public_id',
  'severity',
  'display_name',
  'ecosystem',
  'versions',
  'fixed_versions',
  'introduced_at',
  'published_at',
]
const columns = sql`${sql.join(ofFinding.map((name) => sql.ref(`finding.${name}`)))}, project.name as project_name,
  project.url, branch.name as branch_name`
const names = sql.join([...ofFinding, 'project_name', 'url', 'branch_name'].map((name) => sql.ref(name)))
const itsBranch = sql`
  join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
  join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid`

/** Days to fix by severity, in the account and in groups: few. */
const everyTarget = (targets: DueTargets, severity: Severity | null) => sql`
  of_account as (
    select * from jsonb_to_recordset(${JSON.stringify(rowsOf(targets, severity))}::jsonb)
      as target(severity text, wire text, days int)),
  target as (
    select severity, wire, of_account.days as account_days, own.days
    from of_account cross join lateral (
      select of_account.days union select (group_settings ->> wire)::int from visible) own(days)
    where own.days is not null)`

const rowsOf = ({ bySeverity }: DueTargets, severity: Severity | null) =>
  severities
    .filter((each) => severity === null || severity === each)
    .map((each) => ({
      severity: each,
      wire: toWireSeverity[each],
      days: bySeverity[toWireSeverity[each]] ?? null,
    }))

/** CTEs of the projects and of their branches that are selected. */
export const chosenBranches = (scope: Scope, selection: ProjectSelection) => sql`
  visible as materialized (${projectsInScope(scope, selection)}),
  chosen as materialized (
    select branch.uuid, visible.group_settings
    from visible join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = visible.uuid
    where matches and ${isNamedLike(selection.branchPatterns)})`

/** The findings of chosen branches whose day may not follow from their severity, with it and the one of their severity. */
const ownDuesOfChosen = (scope: Scope, severity: Severity | null) => sql`
  own as materialized (
    select ${columns}, ${dueMs} as due_ms, ${dueOn} as due_on, ${dueOnBySeverity} as due_on_by_severity
    from (${ownDues(scope)}) listed
    join finding on finding.account_uuid = ${scope.accountUuid} and finding.uuid = listed.uuid
    ${itsBranch}
    join account on account.uuid = finding.account_uuid
    left join finding_triage triage on ${isOfTriage}
    where finding.branch_uuid in (select uuid from chosen)
      and (${severity}::text is null or finding.severity = ${severity}))`

/** How many rows all pages have: by severity and age, but those with a day of their own one by one. */
export async function countOverdue(
  db: Database,
  scope: Scope,
  { selection, targets, severity, today }: OverdueQuery,
): Promise<number> {
  const day = sql`(${today}::timestamptz at time zone 'UTC')::date`
  const { rows } = await sql<{ total: number }>`
    with ${exploitedAdvisories}, ${chosenBranches(scope, selection)}, ${ownDuesOfChosen(scope, severity)}
    select ((
        select coalesce(sum(counted.findings), 0) from chosen cross join lateral (
          select sum(findings) as findings from finding_age
          where account_uuid = ${scope.accountUuid} and branch_uuid = chosen.uuid
            and (${severity}::text is null or finding_age.severity = ${severity})
            and since + coalesce((group_settings ->> upper(finding_age.severity))::int,
              (${JSON.stringify(targets.bySeverity)}::jsonb ->> upper(finding_age.severity))::int) < ${day}) counted)
      + (select count(*) filter (where due_on < ${day}) - count(*) filter (where due_on_by_severity < ${day}) from own)
    )::int as total`.execute(db)
  return rows[0]!.total
}

/** Longest overdue first: per severity in the order of the index finding_open_since, and those with a day of their own. */
export async function readOverdue(
  db: Database,
  scope: Scope,
  { selection, targets, severity, today, after, limit }: PageQuery,
): Promise<OverdueRow[]> {
  const { rows } = await sql<OverdueRow & { versions: { version: string }[] }>`
    with ${exploitedAdvisories}, ${chosenBranches(scope, selection)}, ${everyTarget(targets, severity)},
      ${ownDuesOfChosen(scope, severity)}
    select uuid, project_uuid as "projectUuid", project_name as "projectName", url as "projectUrl",
      branch_name as branch, advisory_uuid as "adviceID", cve, public_id as "publicId", severity,
      display_name as package, ecosystem, versions, fixed_versions as "fixedVersions",
      greatest(introduced_at, published_at) as since, due_ms as "dueMs"
    from (
      select found.* from target cross join lateral (
        select ${columns},
          (extract(epoch from ${since}) * 1000)::float8 + target.days * 86400000::float8 as due_ms
        from finding ${itsBranch}
        where finding.branch_uuid in (select uuid from chosen) and finding.account_uuid = ${scope.accountUuid} and finding.severity = target.severity
          and ended_at is null and ${since} < ${today}::timestamptz - make_interval(days => target.days)
          and coalesce((project.group_settings ->> target.wire)::int, target.account_days) = target.days
          and finding.uuid not in (select uuid from own)
          ${
            after === null
              ? sql``
              : sql`and (${since}, finding.uuid) >
                  (to_timestamp((${after.dueMs}::float8 - target.days * 86400000::float8) / 1000), ${after.uuid}::uuid)`
          }
        order by ${since}, finding.uuid
        limit ${limit}) found
      union all
      select ${names}, due_ms from own where due_on < (${today}::timestamptz at time zone 'UTC')::date
        ${after === null ? sql`` : sql`and (due_ms, uuid) > (${after.dueMs}::float8, ${after.uuid}::uuid)`}
    ) listed
    order by due_ms, uuid
    limit ${limit}`.execute(db)
  return rows.map(({ versions, ...row }) => ({
    ...row,
    fixedVersions: nearestFixes({
      ecosystem: row.ecosystem,
      versions: versions.map(({ version }) => version),
      fixedVersions: row.fixedVersions,
    }),
  }))
}
