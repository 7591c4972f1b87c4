import type { LicenseState } from '@assay/contract/vocabulary.ts'
import type { LicenseSource } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'

export interface LicenseFilter {
  selection: ProjectSelection
  /** Lower case; '' for any. */
  text: string
  /** undefined for any. */
  state: LicenseState | undefined
}

export interface LicenseRow {
  sortKey: string
  /** '' if no license is known. */
  license: string
  projects: number
  branches: number
  components: number
  sources: { source: LicenseSource; components: number }[]
  violatingComponents: number
  violatingProjects: number
  policies: string[]
}

export interface LicenseOverview {
  licenses: number
  projects: number
  violatingProjects: number
  unknownProjects: number
}

interface PageQuery {
  filter: LicenseFilter
  /** Sort key of the previous page's last row; null for the first page. */
  after: string | null
  limit: number
}

/** Limit for readability. */
const maxPolicies = 20
const firstPolicies = `$[0 to ${maxPolicies - 1}]`

/** Licenses of the selected branches in scope, as counted by their last scans. */
const usedIn = (scope: Scope, selection: ProjectSelection): RawBuilder<unknown> => sql`
  select branch_license.* from branch_license
  join (${projectsInScope(scope, selection)}) visible on visible.uuid = branch_license.project_uuid
  where branch_license.account_uuid = ${scope.accountUuid} and visible.matches
    ${
      selection.branchPatterns.length === 0
        ? sql``
        : sql`and branch_uuid in (
      select uuid from branch where account_uuid = ${scope.accountUuid} and ${isNamedLike(selection.branchPatterns)})`
    }`

/** By number of components, most first. Returns one extra row if there is a next page. */
export async function listLicenses(
  db: Database,
  scope: Scope,
  { filter, after, limit }: PageQuery,
): Promise<{ overview: LicenseOverview; page: LicenseRow[] }> {
  const { rows } = await sql<{ overview: LicenseOverview; page: LicenseRow[] }>`
    with used as materialized (${usedIn(scope, filter.selection)}),
    of_project as materialized (
      select license, project_uuid, count(distinct branch_uuid)::int as branches, sum(components)::int as components,
        sum(violating)::int as violating
      from used group by license, project_uuid),
    of_source as (select license, source, sum(components)::int as components from used group by license, source),
    of_policy as (
      select distinct license, policy from used, unnest(used.policies) policy where violating > 0),
    -- A single aggregate: a subquery per license would read all rows again.
    counted as (
      select license, sum(projects)::int as projects, sum(branches)::int as branches,
        sum(components)::int as components, sum(violating)::int as "violatingComponents",
        (count(*) filter (where violating > 0))::int as "violatingProjects",
        coalesce(jsonb_agg(jsonb_build_object('source', source, 'components', of_source)
          order by of_source desc, source) filter (where source is not null), '[]') as sources,
        jsonb_path_query_array(
          coalesce(jsonb_agg(policy order by policy) filter (where policy is not null), '[]'),
          ${firstPolicies}::jsonpath) as policies
      from (
        select license, 1 as projects, branches, components, violating, null as source, null::int as of_source,
          null as policy
        from of_project
        union all select license, 0, 0, 0, 0, source, components, null from of_source
        union all select license, 0, 0, 0, 0, null, null, policy from of_policy) each
      group by license),
    placed as (
      select counted.*,
        concat_ws(' ', lpad((9999999999 - components)::text, 10, '0'), license) collate "C" as "sortKey"
      from counted),
    page as (
      select * from placed where ${isWanted(filter)}
      ${after === null ? sql`` : sql`and "sortKey" > ${after}`}
      order by "sortKey" limit ${limit})
    select (
      select json_build_object('licenses', count(distinct license) filter (where license <> ''),
        'projects', count(distinct project_uuid),
        'violatingProjects', count(distinct project_uuid) filter (where violating > 0),
        'unknownProjects', count(distinct project_uuid) filter (where license = ''))
      from of_project) as overview,
      coalesce((
        select json_agg(page order by "sortKey") from page), '[]') as page`.execute(db)
  return rows[0]!
}

const isWanted = ({ text, state }: LicenseFilter) => sql`
  ${text === '' ? sql`true` : sql`position(${text} in lower(license)) > 0`}
  ${state === 'unknown' ? sql`and license = ''` : sql``}
  ${state === 'violated' ? sql`and "violatingComponents" > 0` : sql``}`

export interface BranchRow {
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  branchUuid: string
  /** Epoch ms. */
  scannedAt: number
  components: number
  violatingComponents: number
  place: string
}

interface BranchQuery {
  selection: ProjectSelection
  license: string
  /** Sort values, project url, branch and uuid of the previous page's last row. */
  after: readonly string[] | null
  limit: number
}

/** Branches with violations first, then by project and branch. */
export async function listLicenseBranches(
  db: Database,
  scope: Scope,
  { selection, license, after, limit }: BranchQuery,
): Promise<BranchRow[]> {
  const order = sql`(violating = 0)::int::text, project.url collate "C", branch.name collate "C", branch.uuid::text collate "C"`
  const { rows } = await sql<BranchRow>`
    select project.uuid as "projectUuid", project.name as "projectName", project.url as "projectUrl",
      branch.name as branch, branch.uuid as "branchUuid",
      (extract(epoch from branch.last_scanned_at) * 1000)::int8 as "scannedAt",
      used.components, violating as "violatingComponents", (violating = 0)::int::text as place
    from (
      select account_uuid, project_uuid, branch_uuid, sum(components)::int as components,
        sum(violating)::int as violating
      from (${usedIn(scope, selection)}) each where license = ${license}
      group by account_uuid, project_uuid, branch_uuid) used
    join project on project.account_uuid = used.account_uuid and project.uuid = used.project_uuid
    join branch on branch.account_uuid = used.account_uuid and branch.uuid = used.branch_uuid
    ${after === null ? sql`` : sql`where (${order}) > (${after[0]}, ${after[1]}, ${after[2]}, ${after[3]})`}
    order by ${order} limit ${limit}`.execute(db)
  return rows
}
