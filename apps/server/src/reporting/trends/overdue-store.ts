import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'

/** Of the account. */
export interface OverdueTarget {
  severity: Severity
  days: number | null
}

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

interface PageQuery {
  selection: ProjectSelection
  targets: readonly OverdueTarget[]
  /** 00:00 UTC. */
  today: Date
  /** The previous page's last row. */
  after: { dueMs: number; uuid: string } | null
  limit: number
}

/** How many rows all pages have. */
export async function countOverdue(
  db: Database,
  scope: Scope,
  { selection, targets, today }: Pick<PageQuery, 'selection' | 'targets' | 'today'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(findings), 0)::int as total
    from (${projectsInScope(scope, selection)}) visible
    join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = visible.uuid
    join finding_age on finding_age.account_uuid = branch.account_uuid and finding_age.branch_uuid = branch.uuid
    join unnest(
        ${targets.map(({ severity }) => severity)}::text[],
        ${targets.map(({ severity }) => toWireSeverity[severity])}::text[],
        ${targets.map(({ days }) => days)}::int[]) as of_account(severity, wire, days)
      on of_account.severity = finding_age.severity
    where matches and ${isNamedLike(selection.branchPatterns)}
      and since < (${today}::timestamptz at time zone 'UTC')::date
        - coalesce((visible.group_settings ->> wire)::int, of_account.days)`.execute(db)
  return rows[0]!.total
}

const since = sql`greatest(introduced_at, published_at)`

/** Per severity, longest overdue first, in the order of the index finding_open_since. */
export async function readOverdue(
  db: Database,
  scope: Scope,
  { selection, targets, today, after, limit }: PageQuery,
): Promise<OverdueRow[]> {
  const { rows } = await sql<OverdueRow & { versions: { version: string }[] }>`
    with visible as materialized (${projectsInScope(scope, selection)}),
    chosen as materialized (
      select branch.uuid, branch.name, visible.uuid as project_uuid, visible.name as project_name, visible.url,
        visible.group_settings
      from visible join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = visible.uuid
      where matches and ${isNamedLike(selection.branchPatterns)}),
    of_account as (
      select * from unnest(
        ${targets.map(({ severity }) => severity)}::text[],
        ${targets.map(({ severity }) => toWireSeverity[severity])}::text[],
        ${targets.map(({ days }) => days)}::int[]) as of_account(severity, wire, days)),
    target as (
      select severity, wire, of_account.days as account_days, own.days,
        ${today}::timestamptz - make_interval(days => own.days) as before
      from of_account cross join lateral (
        select of_account.days union select (group_settings ->> wire)::int from visible) own(days)
      where own.days is not null)
    select found.*
    from target
    cross join lateral (
      select finding.uuid, chosen.project_uuid as "projectUuid", project_name as "projectName", url as "projectUrl",
        chosen.name as branch, advisory_uuid as "adviceID", cve, public_id as "publicId", finding.severity, display_name as package,
        finding.ecosystem, finding.versions, fixed_versions as "fixedVersions", ${since} as since,
        (extract(epoch from ${since}) * 1000)::float8 + target.days * 86400000::float8 as "dueMs"
      from finding join chosen on chosen.uuid = finding.branch_uuid
      where finding.account_uuid = ${scope.accountUuid} and finding.severity = target.severity
        and ended_at is null and ${since} < target.before
        and coalesce((group_settings ->> target.wire)::int, target.account_days) = target.days
        ${
          after === null
            ? sql``
            : sql`and (${since}, finding.uuid) >
                (to_timestamp((${after.dueMs}::float8 - target.days * 86400000::float8) / 1000), ${after.uuid}::uuid)`
        }
      order by ${since}, finding.uuid
      limit ${limit}) found
    order by "dueMs", uuid
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
