import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { chosenBranches } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import { since } from '#scanning/due-dates/store.ts'

export interface HitFilter {
  ruleUuid: string
  selection: ProjectSelection
  /** Part of the label, lower case; '' for any. */
  text: string
}

/** A position in the order: by project and branch, and within a branch as evaluated. */
export type HitPosition = [projectUrl: string, branchUuid: string, place: string]

export interface HitRow {
  branchUuid: string
  place: string
  kind: string
  label: string
  unknown: string[]
  effect: string
  mode: string
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  reportUuid: string
  scannedAt: Date
  finding: FindingColumns | null
}

interface FindingColumns {
  advisoryUuid: string
  cve: string | null
  publicId: string | null
  severity: string
  ecosystem: string
  package: string
  fixedVersions: string[]
  /** Epoch ms. */
  since: number
}

interface HitPage {
  filter: HitFilter
  after: HitPosition | null
  limit: number
}

/** CTEs: of the selected branches, what the rule said in the last scan. */
const resultsOf = (scope: Scope, { selection, ruleUuid }: HitFilter) => sql`
  ${chosenBranches(scope, selection)},
  result as materialized (
    select rule_result.scan_uuid, rule_result.position, rule_result.hit_count, rule_result.effect, rule_result.mode,
      branch.uuid as branch_uuid, branch.name as branch_name, branch.project_uuid, scan.uuid as last_scan_uuid,
      scan.scanned_at
    from rule_result
    join chosen on chosen.uuid = rule_result.branch_uuid
    join branch on branch.account_uuid = rule_result.account_uuid and branch.uuid = rule_result.branch_uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.uuid = branch.last_scan_uuid
      and coalesce(scan.content_uuid, scan.uuid) = rule_result.scan_uuid
    where rule_result.account_uuid = ${scope.accountUuid} and rule_result.rule_uuid = ${ruleUuid}::uuid
      and hit_count > 0)`

/** Rows of the list, for results of a page. */
const itsHits = ({ accountUuid }: Scope, { text }: HitFilter) => sql`
  join rule_result stored on stored.account_uuid = ${accountUuid} and stored.scan_uuid = result.scan_uuid
    and stored.position = result.position
  cross join lateral jsonb_array_elements(stored.hits) with ordinality listed(hit, place)
  where ${text === '' ? sql`true` : sql`strpos(lower(hit ->> 'label'), ${text}) > 0`}`

/** Branches whose hits are read for a page: without a text, each has at least one. */
const firstBranches = ({ filter, after, limit }: HitPage) => sql`
  select result.*, project.url, project.name as project_name
  from result join visible project on project.uuid = result.project_uuid
  where ${after === null ? sql`true` : sql`(project.url, result.branch_uuid) >= (${after[0]}, ${after[1]}::uuid)`}
  order by project.url, result.branch_uuid
  ${filter.text === '' ? sql`limit ${limit + 1}` : sql``}`

/** By address of the project, then branch. */
export async function listHits(db: Database, scope: Scope, page: HitPage): Promise<HitRow[]> {
  const { filter, after, limit } = page
  const { rows } = await sql<HitRow>`
    with ${resultsOf(scope, filter)},
    listed as materialized (
      select result.*, hit, place from (${firstBranches(page)}) result ${itsHits(scope, filter)}
        and ${
          after === null
            ? sql`true`
            : sql`(url, result.branch_uuid, place) > (${after[0]}, ${after[1]}::uuid, ${after[2]}::bigint)`
        }
      order by url, result.branch_uuid, place limit ${limit})
    select listed.branch_uuid as "branchUuid", place::text, hit ->> 'kind' as kind, hit ->> 'label' as label,
      hit -> 'unknown' as unknown, effect, mode, listed.project_uuid as "projectUuid",
      project_name as "projectName", url as "projectUrl", branch_name as branch, last_scan_uuid as "reportUuid",
      scanned_at as "scannedAt", found.finding
    from listed left join lateral (
      select jsonb_build_object('advisoryUuid', advisory_uuid, 'cve', cve, 'publicId', public_id,
        'severity', severity, 'ecosystem', ecosystem, 'package', display_name, 'fixedVersions', fixed_versions,
        'since', floor(extract(epoch from ${since}) * 1000)) as finding
      from finding
      where hit ->> 'kind' = 'finding' and finding.account_uuid = ${scope.accountUuid}
        and finding.branch_uuid = listed.branch_uuid and finding.ended_at is null
        and finding.advisory_uuid::text || ' ' || finding.ecosystem || ' ' || finding.package_name = hit ->> 'key'
      limit 1) found on true
    order by url, listed.branch_uuid, place`.execute(db)
  return rows
}

export interface HitCounts {
  total: number
  branches: number
  unlisted: number
}

/** Without a text, hits that are not listed count, too. */
export async function countHits(db: Database, scope: Scope, filter: HitFilter): Promise<HitCounts> {
  const counts =
    filter.text === ''
      ? sql`
        select coalesce(sum(result.hit_count), 0)::int as total, count(distinct result.branch_uuid)::int as branches,
          coalesce(sum(result.hit_count - least(result.hit_count, jsonb_array_length(stored.hits))), 0)::int as unlisted
        from result join rule_result stored on stored.account_uuid = ${scope.accountUuid}
          and stored.scan_uuid = result.scan_uuid and stored.position = result.position`
      : sql`
        select count(*)::int as total, count(distinct result.branch_uuid)::int as branches, 0 as unlisted
        from result ${itsHits(scope, filter)}`
  const { rows } = await sql<HitCounts>`with ${resultsOf(scope, filter)} ${counts}`.execute(db)
  return rows[0]!
}
