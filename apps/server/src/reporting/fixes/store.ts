import type { fixOrders } from '@assay/contract/fixes.ts'
import type { PlacedInstruction } from '@assay/engine/upgrades/instruct.ts'
import { likelyEpss } from '@assay/engine/upgrades/rank-upgrades.ts'
import { type Severity, severities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { isNamedLike, projectsInScope, type ProjectSelection } from '#reporting/metrics/store.ts'
import { activeDecisions } from './decision-store.ts'

/** The selection: projects by filters, or one project with one or all of its branches. */
export type UpgradeSelection =
  | { kind: 'filtered'; selection: ProjectSelection }
  | { kind: 'project'; projectUuid: string; branchUuid: string | null }

export interface UpgradeQuery {
  where: UpgradeSelection
  /** Empty for any. */
  severities: Severity[]
  /** Whether to list snoozed upgrades instead of the others. */
  isSnoozed: boolean
  order?: (typeof fixOrders)[number]
  now: Date
  /** Sort key of the previous page's last row; null for the first page. */
  after: string | null
  limit: number
}

type Counts = Record<Severity, number>

export interface UpgradeRow extends Counts {
  sortKey: string
  ecosystem: string
  packageName: string
  displayName: string
  /** '' for findings without a fix. */
  to: string
  step: number | null
  isKnownRelease: boolean
  projects: number
  branches: number
  direct: number
  transitive: number
  shared: number
  knownExploited: number
  likelyExploited: number
  maxEpss: number | null
  assigneeUuid: string | null
  /** Epoch ms. */
  snoozedUntil: number | null
  from: string[]
  through: string[]
  isMalware: boolean
  /** Empty if branches differ. */
  instructions: PlacedInstruction[]
}

export interface UpgradeOverview {
  upgrades: number
  closes: number
  unfixable: number
  snoozed: number
}

/** Limits for readability. */
export const maxFrom = 20
export const maxThrough = 10

/** Rows are aggregated before lookups and sorting, since most branches have equal values. */
export async function listUpgrades(
  db: Database,
  scope: Scope,
  query: UpgradeQuery,
): Promise<{ overview: UpgradeOverview; page: UpgradeRow[] }> {
  const { rows } = await sql<{ overview: UpgradeOverview; page: UpgradeRow[] }>`
    with planned as not materialized (${plannedIn(scope, query.where)}),
    equal_branches as materialized (${equalBranchesOf}),
    exploited as (${exploitedOf}),
    grouped as (${groupsOf}),
    decided as materialized (${activeDecisions(scope, projectOf(query.where))}),
    ranked as materialized (${rankedOf(query)}),
    page as materialized (
      select * from ranked
      where "isSnoozed" = ${query.isSnoozed}
        ${query.after === null ? sql`` : sql`and "sortKey" > ${query.after}`}
      order by "sortKey" limit ${query.limit}),
    detail as materialized (${detailsOf})
    select (${overview}) as overview,
      (select coalesce(json_agg(to_jsonb(page) - 'isSnoozed' - 'total' || to_jsonb(detail) order by "sortKey"), '[]')
       from page left join detail using (ecosystem, "packageName", "to")) as page`.execute(db)
  return rows[0]!
}

const projectOf = (where: UpgradeSelection): string | null =>
  where.kind === 'project' ? where.projectUuid : null

const key = sql`ecosystem, package_name, to_version`

/** Rows of the selected branches in scope. */
export function plannedIn(scope: Scope, where: UpgradeSelection): RawBuilder<unknown> {
  const own = sql`branch_upgrade.account_uuid = ${scope.accountUuid}`
  if (where.kind === 'project') {
    const { projectUuid, branchUuid } = where
    return sql`
      select branch_upgrade.* from branch_upgrade
      join project on project.account_uuid = branch_upgrade.account_uuid and project.uuid = branch_upgrade.project_uuid
      where ${own} and project.uuid = ${projectUuid} and ${projectInScope(scope)}
        and branch_upgrade.branch_uuid in (
          select uuid from branch where account_uuid = ${scope.accountUuid} and project_uuid = ${projectUuid}
            ${branchUuid === null ? sql`` : sql`and uuid = ${branchUuid}`})`
  }
  const { selection } = where
  return sql`
    select branch_upgrade.* from branch_upgrade
    join (${projectsInScope(scope, selection)}) reach on reach.uuid = branch_upgrade.project_uuid
    where ${own} and reach.matches
      ${
        selection.branchPatterns.length === 0
          ? sql``
          : sql`and branch_uuid in (
        select uuid from branch where account_uuid = ${scope.accountUuid} and ${isNamedLike(selection.branchPatterns)})`
      }`
}

const sums = sql.join(severities.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))

/** Branches with the same upgrade and findings are one row: most branches with an upgrade have equal findings. */
const equalBranchesOf = sql`
  select ${key}, cves, min(display_name collate "C") as "displayName", max(step) as step,
    bool_and(is_known_release) as "isKnownRelease", bool_or(is_malware) as "isMalware", count(*)::int as branches,
    count(*) filter (where is_direct)::int as direct, count(*) filter (where not is_direct)::int as transitive,
    sum(shared)::int as shared, ${sums}
  from planned group by ${key}, cves`

/** Read on request, because the lists change between scans. */
const exploitedOf = sql`
  select ${key}, sum(branches) filter (where known_exploited) as known,
    sum(branches) filter (where epss >= ${likelyEpss}) as likely, max(epss) filter (where epss >= ${likelyEpss}) as epss
  from equal_branches cross join unnest(cves) cve
  join (select cve, known_exploited, epss from advisory_signal where known_exploited or epss >= 0.1) signal using (cve)
  group by ${key}`

const groupsOf = sql`
  select ${key}, min("displayName" collate "C") as "displayName", max(step) as step,
    bool_and("isKnownRelease") as "isKnownRelease", bool_or("isMalware") as "isMalware", sum(branches)::int as branches, sum(direct)::int as direct,
    sum(transitive)::int as transitive, sum(shared)::int as shared, ${sums}
  from equal_branches group by ${key}`

const total = sql`(${sql.join(
  severities.map((name) => sql.ref(name)),
  sql` + `,
)})`

/** 'urgent' sorts like the engine's byUrgency. */
const urgency = [
  sql`coalesce(known, 0)`,
  sql`coalesce(likely, 0)`,
  ...severities.map((name) => sql.ref(name)),
]
const counts = { urgent: urgency, closes: [total, ...urgency] }

/** A sort key: counts are complemented, so that higher ones come first. */
const sortKeyOf = (order: keyof typeof counts) =>
  sql`concat_ws(chr(1), ${sql.join(
    [
      // Malware comes first, whether or not a release is clean of it.
      sql`case when "isMalware" then 0 when to_version = '' then 2 else 1 end`,
      ...counts[order].map((count) => sql`lpad((999999999 - ${count})::text, 9, '0')`),
      sql`package_name`,
      sql`to_version`,
      sql`ecosystem`,
    ],
    sql`, `,
  )}) collate "C"`

const rankedOf = ({ severities: chosen, now, order = 'urgent' }: UpgradeQuery) => sql`
  select ecosystem, package_name as "packageName", to_version as "to", "displayName", step, "isKnownRelease",
    "isMalware", branches, direct, transitive, shared, ${sql.join(severities.map((name) => sql.ref(name)))},
    coalesce(known, 0)::int as "knownExploited", coalesce(likely, 0)::int as "likelyExploited", epss as "maxEpss",
    assignee_uuid as "assigneeUuid", (extract(epoch from snoozed_until) * 1000)::bigint as "snoozedUntil",
    coalesce(snoozed_until > ${now}::timestamptz, false) as "isSnoozed",
    ${sortKeyOf(order)} as "sortKey", ${total} as total
  from grouped left join exploited using (${key}) left join decided using (${key})
  ${
    chosen.length === 0
      ? sql``
      : sql`where ${sql.join(
          chosen.map((name) => sql.ref(name)),
          sql` + `,
        )} > 0`
  }`

const overview = sql`
  select json_build_object(
    'upgrades', count(*) filter (where ("to" <> '' or "isMalware") and not "isSnoozed"),
    'closes', coalesce(sum(total) filter (where ("to" <> '' or "isMalware") and not "isSnoozed"), 0),
    'unfixable', coalesce(sum(total) filter (where "to" = '' and not "isMalware" and not "isSnoozed"), 0),
    'snoozed', count(*) filter (where "isSnoozed"))
  from ranked`

/** Only for the groups of a page, most frequent first. */
const detailsOf = sql`
  with own as materialized (
    select page.ecosystem, "packageName", "to", project_uuid, from_versions, planned.through, instructions
    from page join planned on planned.ecosystem = page.ecosystem and package_name = "packageName" and to_version = "to"),
  versions as (${mostFrequent(sql`from_versions`, maxFrom)}),
  paths as (${mostFrequent(sql`through`, maxThrough)})
  select ecosystem, "packageName", "to", coalesce(versions.list, '{}') as "from", coalesce(paths.list, '{}') as through,
    instructions, projects
  from (
    select ecosystem, "packageName", "to", case when count(distinct instructions) = 1 then min(instructions::text)::jsonb else '[]' end as instructions,
      count(distinct project_uuid)::int as projects
    from own group by ecosystem, "packageName", "to") uses
  left join versions using (ecosystem, "packageName", "to")
  left join paths using (ecosystem, "packageName", "to")`

/** The elements of an array column of `own`, per upgrade. */
function mostFrequent(column: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    select ecosystem, "packageName", "to", array_agg(element order by place) as list
    from (
      select ecosystem, "packageName", "to", element,
        row_number() over (partition by ecosystem, "packageName", "to" order by count(*) desc, element collate "C") as place
      from own cross join unnest(${column}) element
      group by ecosystem, "packageName", "to", element) counted
    where place <= ${limit}
    group by ecosystem, "packageName", "to"`
}
