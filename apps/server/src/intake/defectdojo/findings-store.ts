import { dojoSeverities, type DojoSeverity } from '@assay/contract/intake/defect-dojo.ts'
import type { DojoFindingsQuery } from '@assay/contract/intake/defect-dojo-inputs.ts'
import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import { hasId, isNamed } from './place-store.ts'

/** Their words for ours; what is not rated counts as medium, as in what is sent to a DefectDojo. */
const ourSeverities: Readonly<Record<DojoSeverity, readonly string[]>> = {
  Critical: ['critical'],
  High: ['high'],
  Medium: ['medium', 'unknown'],
  Low: ['low'],
  Info: ['none'],
}
const ranked = dojoSeverities.flatMap((each) => ourSeverities[each])

/** Their states: only what was upgraded or removed counts as mitigated. */
export type DojoState =
  | 'active'
  | 'under review'
  | 'mitigated'
  | 'inactive'
  | 'false positive'
  | 'risk accepted'

export type FindingsFilter = Partial<DojoFindingsQuery> & { scanType?: string | undefined }

const pathOfTest = sql`case title when '' then scan_type else title || '/' || scan_type end`

/** Tests of the branch whose report lists the package. */
const testsOf = (of: string) => sql`
  from dojo_test where dojo_test.account_uuid = ${sql.ref(`${of}.account_uuid`)}
    and dojo_test.branch_uuid = ${sql.ref(`${of}.uuid`)}
    and jsonb_path_exists(${sql.ref(`${of}.versions`)}, '$[*].locations[*] ? (@ == $path)',
      jsonb_build_object('path', ${pathOfTest}))`

const idOfHex = (hex: RawBuilder<unknown>) => sql`('x' || left(${hex}, 12))::bit(48)::bigint`

/** Of one that has no uuid, since it never counted. */
const idOfExcluded = idOfHex(sql`encode(sha256(convert_to(concat_ws(' ', place.uuid, item ->> 'ecosystem',
  item ->> 'packageName', item ->> 'advisoryUuid'), 'UTF8')), 'hex')`)

const isOpen = sql<SqlBool>`finding.ended_at is null`

/** Branches as "place", then their findings as "listed": open, ended and left out ones. */
const listed = (scope: Scope, filter: FindingsFilter) => sql`
  with place as materialized (
    select branch.account_uuid, branch.uuid, branch.last_number, project.uuid as project_uuid, project.name
    from branch join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where branch.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}
      and ${hasId(sql`branch.uuid`, filter.test__engagement)}
      and ${hasId(sql`project.uuid`, filter.test__engagement__product)} and ${isNamed(filter.product_name)}),
  found as (
    select place.*, finding.uuid as finding_uuid, null::jsonb as excluded, finding.versions,
      ${idOfHex(sql`replace(finding.uuid::text, '-', '')`)} as id, finding.display_name,
      coalesce(finding.cve, finding.public_id, '') as name_of_advisory, finding.severity, finding.introduced_at,
      finding.ended_at,
      case when ${isOpen} then case triage.state when 'in-triage' then 'under review' else 'active' end
        when finding.end_kind in ('upgraded', 'removed') then 'mitigated' else 'inactive' end as state
    from place join finding on finding.account_uuid = place.account_uuid and finding.branch_uuid = place.uuid
    left join finding_triage triage on triage.account_uuid = place.account_uuid
      and triage.project_uuid = place.project_uuid and triage.advisory_uuid = finding.advisory_uuid
      and triage.ecosystem = finding.ecosystem and triage.package_name = finding.package_name
    where finding.end_kind is distinct from 'excluded' and ${hasId(sql`finding.uuid`, filter.id)}
      and ${filter.active === true ? isOpen : sql`true`}
    union all
    select place.*, null, item, item -> 'versions', ${idOfExcluded}, item ->> 'displayName',
      coalesce(item ->> 'cve', item ->> 'publicId', ''), item ->> 'severity', null, null,
      case when exclusion.state in ('false-positive', 'not-affected') then 'false positive' else 'risk accepted' end
    from place join scan on scan.account_uuid = place.account_uuid and scan.branch_uuid = place.uuid
      and scan.number = place.last_number and scan.has_excluded
    cross join jsonb_array_elements(scan.excluded) item
    left join exclusion on exclusion.account_uuid = place.account_uuid
      and exclusion.uuid = (item ->> 'exclusionUuid')::uuid),
  listed as (select * from found where ${isWanted(filter)})`

/** The states that have a flag. */
const flags = {
  active: ['active', 'under review'],
  under_review: ['under review'],
  is_mitigated: ['mitigated'],
  false_p: ['false positive'],
  risk_accepted: ['risk accepted'],
  duplicate: [],
  out_of_scope: [],
} as const satisfies Partial<Record<keyof DojoFindingsQuery, readonly DojoState[]>>

export type Flag = keyof typeof flags

export const hasFlag = (state: DojoState, flag: Flag): boolean => flags[flag].some((each) => each === state)

/** Every finding is matched by a rule of an advisory, which is what "verified" asks for. */
function isWanted(filter: FindingsFilter): RawBuilder<SqlBool> {
  const { id, test, severity, title, component_name: name, component_version: version } = filter
  const contains = (column: RawBuilder<unknown>, text: string) =>
    sql`position(lower(${text}) in lower(${column})) > 0`
  const wantedSeverities = severity?.flatMap((each) =>
    dojoSeverities.filter((known) => known.toLowerCase() === each.toLowerCase()),
  )
  const conditions = [
    id !== undefined && sql`found.id = ${id}::bigint`,
    test !== undefined && sql`exists (select ${testsOf('found')} and dojo_test.id = ${test}::bigint)`,
    filter.scanType !== undefined &&
      sql`exists (select ${testsOf('found')} and dojo_test.scan_type = ${filter.scanType})`,
    wantedSeverities &&
      sql`found.severity = any(${wantedSeverities.flatMap((each) => ourSeverities[each])}::text[])`,
    title !== undefined && contains(sql`name_of_advisory || ' in ' || display_name`, title),
    name !== undefined && contains(sql`display_name`, name),
    version !== undefined &&
      sql`versions @> jsonb_build_array(jsonb_build_object('version', ${version}::text))`,
    filter.vulnerability_id !== undefined && sql`upper(name_of_advisory) = upper(${filter.vulnerability_id})`,
    filter.discovered_after && sql`introduced_at >= ${filter.discovered_after}`,
    filter.discovered_before && sql`introduced_at <= ${filter.discovered_before}`,
    filter.mitigated_after && sql`ended_at >= ${filter.mitigated_after}`,
    filter.mitigated_before && sql`ended_at <= ${filter.mitigated_before}`,
    filter.verified === false && sql`false`,
    ...Object.entries(flags).map(([flag, states]) => {
      const wanted = filter[flag as Flag]
      return wanted !== undefined && sql`(state = any(${[...states]}::text[])) = ${wanted}`
    }),
  ].filter((each) => typeof each === 'object')
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

export interface ListedFinding {
  id: number
  test: number | null
  scanType: string | null
  state: DojoState
  name: string
  findingUuid: string | null
  excluded: FoundFinding | null
}

const rank = sql`array_position(${ranked}::text[], severity)`
const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  severity: sql`${rank} desc`,
  numerical_severity: rank,
  title: sql`name_of_advisory, display_name`,
  date: sql`introduced_at nulls last`,
  '-date': sql`introduced_at desc nulls last`,
  id: sql`id`,
  '-id': sql`id desc`,
}

/** A page with the number of all, most severe first unless the filter says otherwise. */
export async function listFindings(
  db: Database,
  scope: Scope,
  filter: FindingsFilter & { limit: number; offset: number },
): Promise<{ items: ListedFinding[]; total: number }> {
  const { rows } = await sql<ListedFinding & { total: number }>`
    ${listed(scope, filter)},
    page as (
      select *, count(*) over ()::int as total, row_number() over (
        order by ${ownProperty(orders, filter.o ?? '') ?? rank}, introduced_at desc nulls last, id) as position
      from listed order by position limit ${filter.limit} offset ${filter.offset})
    select page.id::float8 as id, reported.id::float8 as test, reported.scan_type as "scanType", state, name,
      finding_uuid as "findingUuid", excluded, total
    from page left join lateral (
      select dojo_test.id, scan_type ${testsOf('page')} order by dojo_test.id limit 1) reported on true
    order by position`.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

/** By severity, in lower case. */
export async function countByState(
  db: Database,
  scope: Scope,
  filter: FindingsFilter,
): Promise<{ severity: DojoSeverity; state: DojoState; count: number }[]> {
  const { rows } = await sql<{ severity: string; state: DojoState; count: number }>`
    ${listed(scope, filter)} select severity, state, count(*)::int as count from listed group by 1, 2`.execute(
    db,
  )
  const theirs = (ours: string) =>
    dojoSeverities.find((each) => ourSeverities[each].includes(ours)) ?? 'Medium'
  return rows.map((row) => ({ ...row, severity: theirs(row.severity) }))
}
