import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Database } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { catalogEntries } from '#scanning/scans/component-catalog-store.ts'
import { isInGroup, projectInScope } from '#projects/in-scope-store.ts'

/** Branch filters. */
export interface Selection {
  teamUuid: string | null
  groupUuid: string | null
  /** Project tags, any of which must match; empty for any project. */
  tags: string[]
  scannedSince: Date | null
}

export interface ComponentFilter {
  selection: Selection
  /** Lower case; '' for any. */
  namePart: string
  /** null for any. */
  exact: { ecosystem: string | null; name: string; packageName: string; version: string | null } | null
  /** Empty for any; a null element stands for unknown ecosystems. */
  ecosystems: (string | null)[]
  /** Lower case; '' for any. */
  license: string
  isVulnerable: boolean
  isOutdated: boolean
  isDeprecated: boolean
  /** Direct or transitive in at least one branch; null for any. */
  relation: 'direct' | 'transitive' | null
}

/** A component version that may match, identified as in inventories. */
export interface Candidate {
  sortKey: string
  ecosystem: string | null
  version: string
  names: string[]
  packageNames: string[]
}

/** Scanned branches of projects in scope; joined on `branch.uuid`. */
export const selectedBranches = (
  scope: Scope,
  { teamUuid, groupUuid, tags, scannedSince }: Selection,
): RawBuilder<unknown> => sql`
  branch.account_uuid = ${scope.accountUuid} and project.account_uuid = ${scope.accountUuid}
  and project.uuid = branch.project_uuid and branch.last_number > 0 and ${projectInScope(scope)}
  and ${isInGroup(groupUuid)}
  ${teamUuid === null ? sql`` : sql`and project.team_uuid = ${teamUuid}`}
  ${scannedSince === null ? sql`` : sql`and branch.last_scanned_at >= ${scannedSince}::timestamptz`}
  ${
    tags.length === 0
      ? sql``
      : sql`and exists (
    select from unnest(project.tags) tag where regexp_replace(tag, '\\s', '', 'g') = any(${tags}::text[]))`
  }`

/** Maximum components read from the branches instead of the catalog. */
const maxFromBranches = 50_000

/** Whether to search the account's catalog, or the branches themselves if these have few components. */
export async function chooseSource(
  db: Database,
  scope: Scope,
  selection: Selection,
): Promise<'catalog' | 'branches'> {
  const { teamUuid, groupUuid, tags, scannedSince } = selection
  const isUnrestricted = scope.teams === 'all' && scope.project === null
  if (isUnrestricted && teamUuid === null && groupUuid === null && tags.length === 0 && scannedSince === null)
    return 'catalog'
  const { rows } = await sql<{ components: number }>`
    select coalesce(sum(scan.component_count), 0)::int8 as components
    from project cross join branch
    join scan on scan.account_uuid = ${scope.accountUuid} and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where ${selectedBranches(scope, selection)}`.execute(db)
  return rows[0]!.components > maxFromBranches ? 'catalog' : 'branches'
}

interface PageQuery {
  filter: ComponentFilter
  source: 'catalog' | 'branches'
  /** Sort key of the previous page's last row; null for the first page. */
  after: string | null
  limit: number
}

/** Candidates by sort key. They may no longer match or be out of scope: readDependencies checks that. */
export async function listCandidates(
  db: Database,
  scope: Scope,
  { filter, source, after, limit }: PageQuery,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select sort_key as "sortKey", min(ecosystem) as ecosystem, min(version) as version,
      array_agg(distinct name) as names, array_agg(distinct package_name) as "packageNames"
    from ${source === 'catalog' ? sql`component_catalog` : entriesOfBranches(scope, filter.selection)} entry
    where ${source === 'catalog' ? sql`account_uuid = ${scope.accountUuid}` : sql`true`}
      ${after === null ? sql`` : sql`and sort_key > ${after} collate "C"`}
      ${isCalled(filter)}
      ${
        filter.isVulnerable
          ? sql`and package_name in (
        select package_name from finding where account_uuid = ${scope.accountUuid} and ended_at is null)`
          : sql``
      }
    group by sort_key
    having true
      ${filter.isOutdated ? sql`and bool_or(is_outdated)` : sql``}
      ${filter.isDeprecated ? sql`and bool_or(is_deprecated)` : sql``}
      ${filter.license === '' ? sql`` : sql`and bool_or(${hasLicense(filter.license)})`}
    order by sort_key limit ${limit}`.execute(db)
  return rows
}

const entriesOfBranches = (scope: Scope, selection: Selection) =>
  catalogEntries(sql`
    account_uuid = ${scope.accountUuid} and ${isCurrent} and branch_uuid = any(array(
      select branch.uuid from project cross join branch where ${selectedBranches(scope, selection)}))`)

const isCalled = ({ namePart, exact, ecosystems }: ComponentFilter) => sql`
  ${
    namePart === ''
      ? sql``
      : sql`and (position(${namePart} in lower(name)) > 0 or position(${namePart} in lower(package_name)) > 0)`
  }
  ${exact === null ? sql`` : sql`and (name = ${exact.name} or package_name = ${exact.packageName})`}
  ${exact?.ecosystem ? sql`and ecosystem = ${exact.ecosystem}` : sql``}
  ${exact?.version ? sql`and version = ${exact.version}` : sql``}
  ${
    ecosystems.length === 0
      ? sql``
      : // ANY over an array with a null element never yields false, so null is compared separately.
        sql`and (ecosystem = any(${ecosystems}::text[]) ${ecosystems.includes(null) ? sql`or ecosystem is null` : sql``})`
  }`

const hasLicense = (license: string) =>
  license === 'none'
    ? sql`licenses = '{}'`
    : sql`exists (select from unnest(licenses) license where lower(license) = ${license})`

/** Attributes aggregated over the uses in scope, from the newest scan. */
export interface Variant {
  name: string
  purl: string | null
  scope: string
  licenses: string[]
  latestPatch: string | null
  latestMinor: string | null
  latestMajor: string | null
  stability: string[]
}

export interface UsedRow {
  position: number
  projects: number
  branches: number
  direct: number
  transitive: number
  variants: Variant[]
}

/** Limit for untrusted inventories, which may differ arbitrarily. */
const maxVariants = 50

/** The candidates, by position, that match and are used by branches in scope. */
export async function readUsed(
  db: Database,
  scope: Scope,
  { filter, candidates }: { filter: ComponentFilter; candidates: readonly Candidate[] },
): Promise<UsedRow[]> {
  const { rows } = await sql<{
    counted: Omit<UsedRow, 'variants'>[]
    variants: (Variant & { position: number })[]
  }>`
    with uses as materialized (
      select candidate.position, project.uuid as project_uuid, branch.uuid as branch_uuid, branch.last_scanned_at,
        used.*
      from ${candidateRows(candidates)}
      cross join lateral (${usesOf(scope)} offset 0) used
      join branch on branch.uuid = used.branch
      cross join project
      where ${selectedBranches(scope, filter.selection)}
    ), of_branch as (
      select position, project_uuid, branch_uuid, bool_or(is_direct) as is_direct,
        bool_or(coalesce(latest_patch, latest_minor, latest_major) is not null) as is_outdated,
        bool_or(stability <> '{}') as is_deprecated,
        ${filter.license === '' ? sql`true` : sql`bool_or(${hasLicense(filter.license)})`} as has_license
      from uses group by position, project_uuid, branch_uuid
    ), counted as (
      select position, count(distinct project_uuid)::int as projects, count(*)::int as branches,
        count(*) filter (where is_direct)::int as direct, count(*) filter (where not is_direct)::int as transitive
      from of_branch group by position
      having bool_or(has_license)
        ${filter.isOutdated ? sql`and bool_or(is_outdated)` : sql``}
        ${filter.isDeprecated ? sql`and bool_or(is_deprecated)` : sql``}
        ${filter.relation === null ? sql`` : sql`and bool_or(is_direct = ${filter.relation === 'direct'})`}
    ), variant as (
      select *, row_number() over (partition by position order by newest desc) as place from (
        select position, name, purl, scope, licenses, latest_patch, latest_minor, latest_major, stability,
          max(last_scanned_at) as newest
        from uses group by 1, 2, 3, 4, 5, 6, 7, 8, 9) grouped
    )
    select coalesce((select jsonb_agg(counted order by position) from counted), '[]') as counted,
      coalesce((
        select jsonb_agg(jsonb_build_object('position', position, 'name', name, 'purl', purl, 'scope', scope,
          'licenses', licenses, 'latestPatch', latest_patch, 'latestMinor', latest_minor,
          'latestMajor', latest_major, 'stability', stability) order by position, place)
        from variant where place <= ${maxVariants}), '[]') as variants`.execute(db)
  const { counted, variants } = rows[0]!
  // Joined here: the planner cannot estimate the number of uses and might read all of them per position.
  const variantsAt = Map.groupBy(variants, ({ position }) => position)
  return counted.map((row) => ({ ...row, variants: variantsAt.get(row.position)! }))
}

export const candidateRows = (candidates: readonly Candidate[]): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${jsonText(candidates.map((each, position) => ({ ...each, position })))}::jsonb)
    as candidate(position int, ecosystem text, version text, names text[], "packageNames" text[])`

/** Uses the index component_in_use for each candidate. */
const usesOf = (scope: Scope) => sql`
  select branch_uuid as branch, name, purl, scope, is_direct, licenses, latest_patch, latest_minor, latest_major, stability
  from component
  where account_uuid = ${scope.accountUuid} and ended_number is null
    and package_name = any(candidate."packageNames") and left(version, 100) = left(candidate.version, 100)
    and version = candidate.version and name = any(candidate.names)
    and ecosystem is not distinct from candidate.ecosystem`
