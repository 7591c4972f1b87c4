import type { VulnerabilityOrder } from '@assay/contract/open-vulnerabilities.ts'
import { severities, type Severity } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'

export interface VulnerabilityFilter {
  selection: ProjectSelection
  /** Lower case; '' for any. */
  text: string
  /** Empty for any. */
  severities: Severity[]
  /** Empty for any. */
  ecosystems: string[]
  isExploited: boolean
  /** undefined for any. */
  isFixable: boolean | undefined
  order: VulnerabilityOrder
}

/** An advisory with open findings in the account, not necessarily in scope. */
export interface Candidate {
  sortKey: string
  uuid: string
  /** Includes merged clusters. */
  uuids: string[]
  cve: string | null
  cves: string[]
  publicId: string | null
  severity: Severity
  cvss: number | null
  epss: number | null
  isKnownExploited: boolean
  /** Epoch ms. */
  publishedAt: number | null
}

export type Source = 'account' | 'branches'

/** Maximum findings read from the branches instead of the account. */
const maxFromBranches = 50_000

/** Whether to search the whole account, or the branches themselves if these have few findings. */
export async function chooseSource(db: Database, scope: Scope, selection: ProjectSelection): Promise<Source> {
  const { teamUuid, groupUuid, tags, branchPatterns, search } = selection
  const isUnrestricted =
    scope.teams === 'all' && scope.project === null && groupUuid === null && branchPatterns.length === 0
  if (isUnrestricted && teamUuid === null && tags.length === 0 && search === '') return 'account'
  const { rows } = await sql<{ findings: number }>`
    select coalesce(sum(scan.vulnerability_count), 0)::int8 as findings
    from branch join scan on scan.account_uuid = ${scope.accountUuid} and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    where ${isSelected(scope, selection)}`.execute(db)
  return rows[0]!.findings > maxFromBranches ? 'account' : 'branches'
}

const projects = (scope: Scope, selection: ProjectSelection) => sql`
  select uuid from (${projectsInScope(scope, selection)}) visible where matches`

/** Condition on a row of the branch table. */
const isSelected = (scope: Scope, selection: ProjectSelection) => sql`
  branch.account_uuid = ${scope.accountUuid} and ${isNamedLike(selection.branchPatterns)}
  and branch.project_uuid in (${projects(scope, selection)})`

interface PageQuery {
  filter: VulnerabilityFilter
  source: Source
  /** Sort key of the previous page's last row; null for the first page. */
  after: string | null
  limit: number
}

/** The advisories of the filter, with what orders them: `rated`. */
const ratedBy = (scope: Scope, { filter, source }: Pick<PageQuery, 'filter' | 'source'>) => sql`
    entry as (${source === 'account' ? entriesOfAccount(scope) : entriesOfBranches(scope, filter)}),
    named as (
      select cluster.uuid, array_agg(distinct advisory_uuid) as uuids,
        min(coalesce(stays.cve, entry.cve)) as cve, min(coalesce(stays.public_id, entry.public_id)) as public_id,
        max(coalesce(stays.cves, entry.cves)) as cves, min(coalesce(stays.severity, entry.severity)) as severity,
        max(coalesce(stays.cvss, entry.cvss)) as cvss, max(coalesce(stays.published_at, entry.published_at)) as published_at
      from entry
      left join advisory own on own.uuid = entry.advisory_uuid
      left join advisory stays on stays.uuid = coalesce(own.joined_into, own.uuid)
      cross join lateral (select coalesce(stays.uuid, entry.advisory_uuid) as uuid) cluster
      group by cluster.uuid
      having ${hasText(filter.text)} ${isOf(filter.ecosystems)}
    ),
    rated as (
      select named.*, signal.epss, coalesce(signal.known, false) as known
      from named cross join lateral (
        select max(epss) filter (where cve = named.cve or cve = any(named.cves)) as epss, bool_or(known_exploited) as known
        from (select alias as cve from advisory_alias where advisory_uuid = named.uuid
          union select named.cve union select unnest(named.cves)) known
        join advisory_signal using (cve)) signal
      where true
        ${filter.severities.length === 0 ? sql`` : sql`and severity = any(${filter.severities})`}
        ${filter.isExploited ? sql`and signal.known` : sql``}
    )`

/** How many of them are open in scope, and their findings. */
export async function countOpen(
  db: Database,
  scope: Scope,
  filter: VulnerabilityFilter,
): Promise<{ vulnerabilities: number; findings: number }> {
  const source = await chooseSource(db, scope, filter.selection)
  const { isFixable } = filter
  const { rows } = await sql<{ vulnerabilities: number; findings: number }>`
    with recursive ${ratedBy(scope, { filter, source })},
    member as (select rated.uuid, unnest(uuids) as advisory_uuid from rated),
    counted as (
      select member.uuid, count(*) as findings, bool_or(fixed_versions <> '{}') as has_fix
      from member join finding using (advisory_uuid)
      where account_uuid = ${scope.accountUuid} and ended_at is null
        and branch_uuid = any(array(select branch.uuid from branch where ${isSelected(scope, filter.selection)}))
      group by member.uuid)
    select count(*)::int as vulnerabilities, coalesce(sum(findings), 0)::int as findings from counted
    ${isFixable === undefined ? sql`` : sql`where has_fix = ${isFixable}`}`.execute(db)
  return rows[0]!
}

/** Candidates in order. Those of the account may be out of scope: readOpen checks that. */
export async function listCandidates(
  db: Database,
  scope: Scope,
  { filter, source, after, limit }: PageQuery,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    with recursive ${ratedBy(scope, { filter, source })},
    placed as (select rated.*, ${sortKeys[filter.order]} collate "C" as sort_key from rated)
    select sort_key as "sortKey", uuid, uuids, cve, cves, public_id as "publicId", severity, cvss, epss, known as "isKnownExploited",
      (extract(epoch from published_at) * 1000)::int8 as "publishedAt"
    from placed
    ${after === null ? sql`` : sql`where sort_key > ${after}`}
    order by sort_key limit ${limit}`.execute(db)
  return rows
}

const facts = sql`advisory_uuid, ecosystem, package_name, display_name, cve, cves, public_id, severity, cvss, published_at`
const openOf = (scope: Scope) => sql`account_uuid = ${scope.accountUuid} and ended_at is null`
const order = sql`advisory_uuid, ecosystem, package_name`

/** One finding per advisory and package, by an index probe each: popular ones cost no more than rare ones. */
const entriesOfAccount = (scope: Scope) => sql`
  (select ${facts} from finding where ${openOf(scope)} order by ${order} limit 1)
  union all
  select next.* from entry cross join lateral (
    select ${facts} from finding
    where ${openOf(scope)} and (${order}) > (entry.advisory_uuid, entry.ecosystem, entry.package_name)
    order by ${order} limit 1) next`

const entriesOfBranches = (scope: Scope, { selection }: VulnerabilityFilter) => sql`
  select distinct on (${order}) ${facts} from finding
  where ${openOf(scope)} and branch_uuid = any(array(select uuid from branch where ${isSelected(scope, selection)}))
  order by ${order}`

const hasText = (text: string) =>
  text === ''
    ? sql`true`
    : sql`(
  bool_or(position(${text} in lower(entry.package_name)) > 0 or position(${text} in lower(display_name)) > 0
    or position(${text} in lower(concat_ws(' ', entry.cve, entry.cves::text, entry.public_id))) > 0)
  or position(${text} in 'met-' || cluster.uuid) = 1
  or exists (
    select from advisory_alias alias
    where alias.advisory_uuid = cluster.uuid and position(${text} in lower(alias)) > 0))`

const isOf = (ecosystems: string[]) =>
  ecosystems.length === 0 ? sql`` : sql`and bool_or(entry.ecosystem = any(${ecosystems}))`

/** Most severe first. An unknown severity could be any, so it sorts above none. */
const bySeverity: Severity[] = [...severities.filter((each) => each !== 'none'), 'none']

const exploited = sql`(not known)::int`
const severity = sql`array_position(${bySeverity}::text[], severity)`
// Complemented, so that higher values come first.
const cvss = sql`lpad((1000 - round(coalesce(cvss, 0) * 10))::text, 4, '0')`
const epss = sql`lpad((1000000 - round(coalesce(epss, 0) * 1000000))::text, 7, '0')`
const age = sql`lpad((99999999999 - coalesce(extract(epoch from published_at)::int8, 0))::text, 11, '0')`

const sortKeys: Record<VulnerabilityOrder, RawBuilder<unknown>> = {
  priority: sql`concat_ws(' ', ${exploited}, ${severity}, ${cvss}, ${epss}, uuid)`,
  severity: sql`concat_ws(' ', ${severity}, ${cvss}, ${epss}, uuid)`,
  epss: sql`concat_ws(' ', ${epss}, ${exploited}, ${severity}, ${cvss}, uuid)`,
  published: sql`concat_ws(' ', ${age}, ${severity}, uuid)`,
}
