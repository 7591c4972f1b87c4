import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectsInScope } from '#reporting/numbers/selection-store.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import type { Candidate } from './store.ts'

export interface OpenRow {
  position: number
  projects: number
  branches: number
  findings: number
  /** Epoch ms. */
  firstSeenAt: number
  packages: { ecosystem: string; name: string; versions: string[]; fixedVersions: string[] }[]
}

/** Limit for readability. */
const maxVersions = 20

/** Open occurrences of the candidates in scope; candidates without any are omitted. */
export async function readOpen(
  db: Database,
  scope: Scope,
  { selection, candidates }: { selection: ProjectSelection; candidates: readonly Candidate[] },
): Promise<OpenRow[]> {
  const candidateRows = jsonText(candidates.map(({ uuids }, position) => ({ position, uuids })))
  const { rows } = await sql<OpenRow>`
    with open as materialized (
      select position, project_uuid, branch_uuid, ecosystem, package_name, display_name, introduced_at,
        fixed_versions, versions
      from jsonb_to_recordset(${candidateRows}::jsonb) as candidate(position int, uuids uuid[])
      cross join lateral (
        select * from finding
        where account_uuid = ${scope.accountUuid} and ended_at is null and advisory_uuid = any(candidate.uuids)
        offset 0) finding
      where project_uuid in (select uuid from (${projectsInScope(scope, selection)}) visible where matches)
        ${
          selection.branchPatterns.length === 0
            ? sql``
            : sql`and branch_uuid in (
          select uuid from branch where account_uuid = ${scope.accountUuid} and ${isNamedLike(selection.branchPatterns)})`
        }
    ),
    counted as (
      select position, count(distinct project_uuid)::int as projects, count(distinct branch_uuid)::int as branches,
        count(*)::int as findings, (extract(epoch from min(introduced_at)) * 1000)::int8 as "firstSeenAt"
      from open group by position),
    named as (
      select position, ecosystem, package_name, min(display_name collate "C") as name, count(*) as uses
      from open group by position, ecosystem, package_name),
    used as (${mostFrequent(sql`jsonb_path_query_array(versions, '$[*] ? (@.to == null).version')`)}),
    fixed as (${mostFrequent(sql`to_jsonb(fixed_versions)`)}),
    packages as (
      select position, jsonb_agg(jsonb_build_object('ecosystem', ecosystem, 'name', name,
        'versions', coalesce(used.list, '[]'), 'fixedVersions', coalesce(fixed.list, '[]')) order by uses desc, name) as packages
      from named left join used using (position, ecosystem, package_name)
      left join fixed using (position, ecosystem, package_name)
      group by position)
    select counted.*, packages from counted join packages using (position) order by position`.execute(db)
  return rows
}

/** The elements of an array of `open`, per package of a candidate. */
const mostFrequent = (list: RawBuilder<unknown>) => sql`
  select position, ecosystem, package_name, jsonb_agg(element order by place) as list
  from (
    select position, ecosystem, package_name, element,
      row_number() over (partition by position, ecosystem, package_name
        order by count(*) desc, element collate "C") as place
    from open cross join jsonb_array_elements_text(${list}) element
    group by position, ecosystem, package_name, element) ranked
  where place <= ${maxVersions}
  group by position, ecosystem, package_name`

/** By advisory: projects with a branch whose last scan found but excluded it. */
export async function countExcluded(
  db: Database,
  scope: Scope,
  { selection, uuids }: { selection: ProjectSelection; uuids: readonly string[] },
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ uuid: string; projects: string[] }>`
    select found->>'advisoryUuid' as uuid, array_agg(distinct branch.project_uuid) as projects
    from scan
    join branch on branch.account_uuid = scan.account_uuid and branch.uuid = scan.branch_uuid
      and branch.last_number = scan.number
    cross join jsonb_array_elements(scan.excluded) found
    where scan.account_uuid = ${scope.accountUuid} and scan.has_excluded
      and found->>'advisoryUuid' = any(${[...uuids]}::text[])
      and branch.project_uuid in (select uuid from (${projectsInScope(scope, selection)}) visible where matches)
      and ${isNamedLike(selection.branchPatterns)}
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.uuid, new Set(row.projects)]))
}

export async function listAliasesOf(db: Database, uuids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ uuid: string; aliases: string[] }>`
    select advisory_uuid as uuid, array_agg(alias order by alias collate "C") as aliases from advisory_alias
    where advisory_uuid = any(${[...uuids]}::uuid[]) group by 1`.execute(db)
  return new Map(rows.map(({ uuid, aliases }) => [uuid, aliases]))
}
