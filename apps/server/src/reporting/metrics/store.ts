import type { MetricsProject } from '@assay/contract/metrics.ts'
import type { EndKind } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope, ruleInScope } from '#projects/in-scope-store.ts'
import { type Order, type Position, type SortColumn, isText } from './cursor.ts'
import type { Window } from './window.ts'

export interface Selection extends ProjectSelection {
  window: Window
}

export interface ProjectSelection {
  /** Project tags, any of which must match; null for any project. */
  teamUuid: string | null
  /** LIKE patterns; empty for any branch. */
  branchPatterns: string[]
  /** Empty for any. */
  tags: string[]
  /** Part of the project's url or name, without white space; empty for no second overview. */
  search: string
}

export interface Page {
  order: Order
  after: Position | null
  limit: number
}

/** A row as returned by the statement, with internal columns in addition to those on the wire. */
export interface MetricsRow extends Omit<MetricsProject, 'nameFront' | 'nameTail'> {
  branchUuid: string
  projectName: string
}

export interface RankedRow extends MetricsRow {
  branches: number
  closedWithoutFix: number
  openedWithoutChange: number
}

export interface Figures {
  overview: {
    numberOfProjects: number
    totalScans: number
    vulnerabilitiesIdentified: number
    vulnerabilitiesAddressed: number
    libyears: number | null
    unknownReleases: number | null
    securityScore: number | null
    deltaSecurityScore: number | null
    rows: number
  }
  top: RankedRow[]
  least: RankedRow[]
  usage: { day: string; totalProjects: number; totalScans: number }[]
  exclusions: { day: string; totalExclusions: number }[]
}

export interface MetricsResponse {
  all: Figures
  /** Totals of the projects matching the search; null without a search. */
  matching: Figures | null
  /** One extra row if there is a next page. */
  page: MetricsRow[]
}

/** A single statement, so that the selected rows are computed once and used several times. */
export async function readMetrics(
  db: Database,
  scope: Scope,
  { selection, page }: { selection: Selection; page: Page },
): Promise<MetricsResponse> {
  const isSearched = selection.search !== ''
  const statement = sql<MetricsResponse>`
    with reach as materialized (${projectsInScope(scope, selection)}),
    selected as materialized (${rowsOfWindow(scope, selection)})
    select
      ${figures({ scope, selection, which: sql`true` })} as "all",
      ${isSearched ? figures({ scope, selection, which: sql`matches` }) : sql`null`} as matching,
      (select coalesce(json_agg(r), '[]') from (${pageOfRows(page)}) r) as page`
  const { rows } = await statement.execute(db)
  return rows[0]!
}

/** A page without totals. Returns one extra row if there is a next page. */
export async function readRows(
  db: Database,
  scope: Scope,
  { selection, page }: { selection: Selection; page: Page },
): Promise<MetricsRow[]> {
  const { rows } = await sql<{ page: MetricsRow[] }>`
    with reach as (${projectsInScope(scope, selection)}),
    selected as (${rowsOfWindow(scope, selection)})
    select coalesce(json_agg(r), '[]') as page from (${pageOfRows(page)}) r`.execute(db)
  return rows[0]!.page
}

/** With `matches`: whether the search matches the row. */
export const projectsInScope = (scope: Scope, { teamUuid, tags, search }: ProjectSelection) => sql`
  select uuid, url, name,
    ${
      search === ''
        ? sql`true`
        : sql`
      position(lower(${search}) in lower(regexp_replace(url, '\\s', '', 'g'))) > 0 or
      position(lower(${search}) in lower(regexp_replace(name, '\\s', '', 'g'))) > 0`
    } as matches
  from project
  where account_uuid = ${scope.accountUuid}
    and ${projectInScope(scope)}
    ${teamUuid === null ? sql`` : sql`and team_uuid = ${teamUuid}`}
    ${
      tags.length === 0
        ? sql``
        : sql`and exists (
      select from unnest(tags) tag where regexp_replace(tag, '\\s', '', 'g') = any(${tags}::text[]))`
    }`

/** Running totals at both ends of the window: two index probes per branch, whatever the number of scans. */
export const rowsOfWindow = (
  scope: Scope,
  { window, branchPatterns }: Selection,
  which: RawBuilder<unknown> = sql`true`,
) => sql`
  select branch.uuid as "branchUuid", reach.name as "projectName", reach.matches, first.scanned_at as first_at,
    reach.uuid as "projectUUID", reach.url as "projectUrl", branch.name as "projectBranch",
    last.number - first.number + 1 as "totalScans",
    -- Open before the first scan, plus opened from then to the last.
    first.vulnerability_count - first.vulnerability_delta
      + last.identified_total - first.identified_total + first.identified_count as "vulnerabilitiesIdentified",
    last.addressed_total - first.addressed_total + first.mitigation_count as "vulnerabilitiesAddressed",
    last.vulnerability_count as "vulnerabilityCount",
    last.security_score as "securityScore",
    last.libyears,
    last.unknown_releases,
    last.security_score - first.security_score as "deltaSecurityScore",
    last.vulnerability_count - first.vulnerability_count as "deltaVulns",
    -- The engine's performanceScore, computed here because the best and the worst are selected by it.
    1000 * (last.security_score - first.security_score)
      + first.vulnerability_count - last.vulnerability_count as "performanceScore",
    (extract(epoch from last.scanned_at) * 1000)::bigint as "lastScanned"
  from reach
  join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = reach.uuid
  cross join lateral (${scanAtEnd(scope, window, sql`asc`)}) first
  cross join lateral (${scanAtEnd(scope, window, sql`desc`)}) last
  where ${isNamedLike(branchPatterns)} and ${which}`

/** Condition on a row of the branch table. */
export const isNamedLike = (branchPatterns: string[]) =>
  branchPatterns.length === 0
    ? sql`true`
    : sql`regexp_replace(branch.name, '\\s', '', 'g') like any(${branchPatterns}::text[])`

/** Covered entirely by the index scan_by_time. */
const scanAtEnd = (scope: Scope, { from, before }: Window, direction: RawBuilder<unknown>) => sql`
  select scanned_at, number, security_score, vulnerability_count, vulnerability_delta, identified_count,
    mitigation_count, identified_total, addressed_total, libyears, unknown_releases
  from scan
  where account_uuid = ${scope.accountUuid} and branch_uuid = branch.uuid
    and scanned_at >= ${from}::timestamptz and scanned_at < ${before}::timestamptz
  order by scanned_at ${direction} limit 1`

interface Part {
  scope: Scope
  selection: Selection
  which: RawBuilder<unknown>
}

const figures = (part: Part) => sql`json_build_object(
  'overview', (
    select json_build_object(
      'rows', count(*),
      'numberOfProjects', count(distinct "projectUUID"),
      'totalScans', coalesce(sum("totalScans"), 0),
      'vulnerabilitiesIdentified', coalesce(sum("vulnerabilitiesIdentified"), 0),
      'vulnerabilitiesAddressed', coalesce(sum("vulnerabilitiesAddressed"), 0),
      'libyears', round(sum(libyears)::numeric, 2),
      'unknownReleases', sum(unknown_releases),
      'securityScore', round(avg("securityScore")),
      'deltaSecurityScore',
        round(avg("securityScore")) - round(avg("securityScore" - "deltaSecurityScore")))
    from selected where ${part.which}),
  'top', ${threeRows(part, sql`"performanceScore" > 0`, sql`desc`)},
  'least', ${threeRows(part, sql`"performanceScore" < 0`, sql`asc`)},
  'usage', ${usageByDay(part)},
  'exclusions', ${exclusionsByDay(part)})`

const threeRows = (part: Part, which: RawBuilder<unknown>, direction: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(r), '[]') from (
    select three.*, ${findingsOfDays(part, notFixed)} as "closedWithoutFix",
      ${findingsOfDays(part, notIntroduced)} as "openedWithoutChange"
    from (
      select selected.*,
        (select count(*) from selected other where other."projectUUID" = selected."projectUUID") as branches
      from selected where ${part.which} and ${which}
      order by "performanceScore" ${direction}, "projectName" collate "C", "projectBranch" collate "C", "branchUuid"
      limit 3) three) r)`

/** Causes unrelated to dependency work. */
export const notFixed = ['excluded', 'withdrawn', 'advisory-changed', 'coverage-lost'] satisfies EndKind[]
export const notIntroduced = ['advisory', 'exclusion-lifted', 'coverage-restored']

/** From the daily counters stored with scans. */
const findingsOfDays = ({ scope, selection: { window } }: Part, causes: string[]) => sql`(
  select coalesce(sum(findings), 0)::int from finding_day
  where account_uuid = ${scope.accountUuid} and branch_uuid = three."branchUuid" and cause = any(${causes}::text[])
    and ${isDayIn(window)})`

// A Date would be formatted differently for years far away.
export const utcDay = (moment: Date) => sql`(${moment}::timestamptz at time zone 'UTC')::date`

/** A window may end within a day, as in a report created today. */
const lastDayOf = ({ before }: Window) => utcDay(new Date(before.getTime() - 1))
const isDayIn = (window: Window) => sql`day >= ${utcDay(window.from)} and day <= ${lastDayOf(window)}`

const sumsOfDays = sql.join(Array.from({ length: 31 }, (_, at) => sql`sum(scans[${sql.lit(at + 1)}])`))

/** Counters of a branch_month row. */
export const isMonthOf = (window: Window) =>
  sql`month >= date_trunc('month', ${utcDay(window.from)})::date and month <= ${lastDayOf(window)}`

/** A project counts from its first scan in the window. */
const usageByDay = ({ scope, selection: { window }, which }: Part) => sql`(
  select coalesce(json_agg(json_build_object(
    'day', day, 'totalProjects', projects, 'totalScans', scans) order by day), '[]')
  from (
    select day, sum(sum(scans)) over (order by day) as scans, sum(sum(projects)) over (order by day) as projects
    from (
      select month + number::int - 1 as day, scans, 0 as projects
      from (
        select month, array[${sumsOfDays}] as sums
        from branch_month join selected on "branchUuid" = branch_month.branch_uuid
        where account_uuid = ${scope.accountUuid} and ${which} and ${isMonthOf(window)}
        group by month) months
      cross join unnest(sums) with ordinality as counted(scans, number)
      where scans > 0
        and month + number::int - 1 between ${utcDay(window.from)} and ${lastDayOf(window)}
      union all
      select (first_at at time zone 'UTC')::date, 0, count(*)
      from (select min(first_at) as first_at from selected where ${which} group by "projectUUID") beginning
      group by 1
    ) added group by day
  ) usage)`

/** Exclusions created in the window: account-wide, of teams and of projects in scope, including removed ones. */
export const exclusionsByDay = (
  { scope, selection: { window, teamUuid }, which }: Part,
  projects = sql`select uuid from reach where ${which}`,
) => sql`(
  select coalesce(json_agg(json_build_object('day', day, 'totalExclusions', exclusions) order by day), '[]')
  from (
    select (created_at at time zone 'UTC')::date as day,
      sum(count(*)) over (order by (created_at at time zone 'UTC')::date) as exclusions
    from exclusion
    where account_uuid = ${scope.accountUuid}
      and created_at >= ${window.from}::timestamptz and created_at < ${window.before}::timestamptz
      and case when project_uuid is null
        then ${ruleInScope(scope)} ${teamUuid === null ? sql`` : sql`and coalesce(${teamUuid} = any(team_uuids), true)`}
        else project_uuid in (${projects}) end
    group by 1
  ) made)`

const sortKeys: Record<SortColumn, RawBuilder<unknown>> = {
  projectUrl: sql`"projectUrl" collate "C"`,
  projectBranch: sql`"projectBranch" collate "C"`,
  vulnerabilityCount: sql`"vulnerabilityCount"`,
  totalScans: sql`"totalScans"`,
  securityScore: sql`"securityScore"`,
  lastScanned: sql`"lastScanned"`,
}

function pageOfRows({ order, after, limit }: Page) {
  const key = sortKeys[order.sort]
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  const beyond = order.direction === 'asc' ? sql`>` : sql`<`
  const type = isText(order.sort) ? sql`text` : sql`bigint`
  return sql`
    select * from selected
    where matches ${after ? sql`and (${key}, "branchUuid") ${beyond} (${after.value}::${type}, ${after.uuid}::uuid)` : sql``}
    order by ${key} ${direction}, "branchUuid" ${direction}
    limit ${limit + 1}`
}
