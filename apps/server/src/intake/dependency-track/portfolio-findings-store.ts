import type { FindingsQuery } from '@assay/contract/intake/dependency-track-inputs.ts'
import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { severities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { anyProjectInScope, projectInScope } from '#projects/in-scope-store.ts'
import { fromExcluded, fromRow } from '#reporting/reports/findings/list-findings.ts'
import type { VersionSpan } from '#scanning/scans/finding-store.ts'
import { ourSeveritiesOf, ourStatesOf } from './filter-words.ts'
import type { Place } from './list-findings.ts'
import type { PageRange } from './page-of.ts'

/** Branches of the scope as "place", then counted findings and, if wanted, excluded ones as "listed". */
const listed = (scope: Scope, { showInactive, showSuppressed, ...filter }: FindingsQuery) => sql`
  with place as materialized (
    select branch.account_uuid, branch.uuid, branch.name as version, branch.last_number,
      project.uuid as project_uuid, project.name
    from branch join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where branch.account_uuid = ${scope.accountUuid}
      and ${showInactive ? anyProjectInScope(scope) : projectInScope(scope)}),
  found as (
    select place.*, finding.uuid as finding_uuid, null::jsonb as excluded, 
      coalesce(advisory.joined_into, finding.advisory_uuid) as advisory_uuid, finding.ecosystem, finding.package_name,
      finding.display_name, finding.cve, finding.public_id, finding.cvss, finding.severity, finding.introduced_at,
      finding.published_at
    from place join finding on finding.account_uuid = place.account_uuid and finding.branch_uuid = place.uuid
    left join advisory on advisory.uuid = finding.advisory_uuid
    where finding.ended_at is null
    ${
      showSuppressed
        ? sql`union all
    select place.*, null, item, (item ->> 'advisoryUuid')::uuid, item ->> 'ecosystem', item ->> 'packageName',
      item ->> 'displayName', item ->> 'cve', item ->> 'publicId', (item ->> 'cvss')::real, item ->> 'severity',
      null, to_timestamp((item ->> 'publishedAt')::float8 / 1000)
    from place join scan on scan.account_uuid = place.account_uuid and scan.branch_uuid = place.uuid
      and scan.number = place.last_number and scan.has_excluded
    cross join jsonb_array_elements(scan.excluded) item`
        : sql``
    }),
  listed as (
    select found.* from found
    left join advisory_signal signal on signal.cve = found.cve
    left join finding_triage triage on triage.account_uuid = found.account_uuid
      and triage.project_uuid = found.project_uuid and triage.advisory_uuid = found.advisory_uuid
      and triage.ecosystem = found.ecosystem and triage.package_name = found.package_name
    where ${isWanted(filter)})`

function isWanted(filter: Omit<FindingsQuery, 'showInactive' | 'showSuppressed'>): RawBuilder<SqlBool> {
  const { severity, analysisStatus, textSearchInput: text, isKev } = filter
  const range = (column: RawBuilder<unknown>, from: unknown, to: unknown) => [
    from === undefined ? null : sql`${column} >= ${from}`,
    to === undefined ? null : sql`${column} <= ${to}`,
  ]
  const conditions = [
    severity === undefined ? null : sql`found.severity = any(${ourSeveritiesOf(severity)}::text[])`,
    analysisStatus === undefined
      ? null
      : sql`coalesce(triage.state, 'open') = any(${ourStatesOf(analysisStatus)}::text[])`,
    ...range(sql`found.introduced_at`, filter.attributedOnDateFrom, filter.attributedOnDateTo),
    ...range(sql`found.published_at`, filter.publishDateFrom, filter.publishDateTo),
    ...range(sql`found.cvss`, filter.cvssv3From, filter.cvssv3To),
    ...range(sql`signal.epss`, filter.epssFrom, filter.epssTo),
    isKev === undefined ? null : sql`coalesce(signal.known_exploited, false) = ${isKev}`,
    text === undefined ? null : contains(text, filter.textSearchField),
  ].filter((each) => each !== null)
  return sql<SqlBool>`(${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)})`
}

const searched: Readonly<Record<string, RawBuilder<unknown>>> = {
  VULNERABILITY_ID: sql`coalesce(found.cve, found.public_id)`,
  COMPONENT_NAME: sql`found.display_name`,
  PROJECT_NAME: sql`found.name`,
}

/** In the fields that are named, or in any. */
function contains(text: string, fields: string | undefined): RawBuilder<unknown> {
  const wanted = fields?.split(',').map((each) => each.trim().toUpperCase())
  const columns = Object.entries(searched).filter(([name]) => wanted?.includes(name) ?? true)
  const any = columns.map(([, column]) => sql`position(lower(${text}) in lower(${column})) > 0`)
  return any.length === 0 ? sql`false` : sql`(${sql.join(any, sql` or `)})`
}

const rank = sql`array_position(${[...severities]}::text[], severity)`

interface ListedRow {
  branchUuid: string
  projectUuid: string
  name: string
  version: string
  finding: (Selectable<Schema['finding']> & { joinedInto: string | null }) | null
  excluded: FoundFinding | null
}

/** A page, most severe first, then newest first. */
export async function listPortfolio(
  db: Database,
  scope: Scope,
  { filter, range }: { filter: FindingsQuery; range: PageRange },
) {
  const { rows } = await sql<Omit<ListedRow, 'finding'> & { findingUuid: string | null }>`
    ${listed(scope, filter)}
    select uuid as "branchUuid", project_uuid as "projectUuid", name, version, finding_uuid as "findingUuid", excluded
    from listed order by ${rank}, introduced_at desc nulls last, name, version, display_name, advisory_uuid
    limit ${range.limit} offset ${range.offset}`.execute(db)
  const uuids = rows.flatMap(({ findingUuid }) => findingUuid ?? [])
  const findings = await readFindings(db, scope, uuids)
  return rows.flatMap(({ branchUuid: uuid, projectUuid, name, version, findingUuid, excluded }) => {
    const place: Place = { uuid, projectUuid, name, version }
    if (excluded) return [{ found: fromExcluded(excluded), version: place }]
    const row = findings.get(findingUuid ?? '')
    return row ? [{ found: fromRow(row), version: place }] : []
  })
}

/** With the versions that are affected, or were until it ended. */
export async function readFindings(db: Database, scope: Scope, uuids: readonly string[]) {
  const { rows } = await sql<Selectable<Schema['finding']> & { joinedInto: string | null }>`
    select finding.*, advisory.joined_into as "joinedInto"
    from finding left join advisory on advisory.uuid = finding.advisory_uuid
    where finding.account_uuid = ${scope.accountUuid} and finding.uuid = any(${[...uuids]}::uuid[])`.execute(
    db,
  )
  return new Map(
    rows.map(({ versions, joinedInto, ...row }) => [
      row.uuid,
      {
        ...row,
        advisoryUuid: joinedInto ?? row.advisory_uuid,
        spans: (versions as VersionSpan[]).filter(({ to }) => to === row.ended_number),
      },
    ]),
  )
}

export async function countPortfolio(db: Database, scope: Scope, filter: FindingsQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${listed(scope, filter)} select count(*)::int as count from listed`.execute(db)
  return rows[0]!.count
}

export interface GroupedRow {
  advisoryUuid: string
  cve: string | null
  publicId: string | null
  cvss: number | null
  severity: string
  versions: number
  total: number
}

/** By advisory: the number of versions that have it. */
export async function groupPortfolio(
  db: Database,
  scope: Scope,
  { filter, range }: { filter: FindingsQuery; range: PageRange },
): Promise<GroupedRow[]> {
  const { rows } = await sql<GroupedRow>`
    ${listed(scope, filter)}, grouped as (
      select advisory_uuid as "advisoryUuid", min(cve) as cve, min(public_id) as "publicId", max(cvss) as cvss,
        min(${rank}) as rank, count(distinct uuid)::int as versions
      from listed group by advisory_uuid)
    select grouped.*, (${[...severities]}::text[])[rank] as severity, count(*) over ()::int as total from grouped
    order by rank, versions desc, "advisoryUuid" limit ${range.limit} offset ${range.offset}`.execute(db)
  return rows
}
