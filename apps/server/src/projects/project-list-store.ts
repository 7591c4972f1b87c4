import type { ProjectMinimums, projectSorts, projectStates } from '@assay/contract/projects.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike } from './branch-selection-store.ts'
import { coveredColumn, type StoredCovered } from './coverage-store.ts'
import { anyProjectInScope, isInGroup } from './in-scope-store.ts'
import { minimumsOfRow } from './policies/store.ts'

// Projects as lists show them, with the numbers of the branch that is shown first.

export interface ListedProject {
  uuid: string
  url: string
  name: string
  tags: string[]
  teamUuid: string | null
  defaultBranch: string | null
  ownMinimums: ProjectMinimums | null
  archivedAt: Date | null
  isSample: boolean
  branchCount: number
  lastScannedAt: Date | null
  /** null if never scanned. */
  main: {
    name: string
    scores: { security: number; stability: number; licensing: number }
    covered: StoredCovered
    /** Severities with findings. */
    open: Partial<Record<Severity, number>>
  } | null
  /** By the order of the list. */
  position: string[]
}

export interface ListFilter {
  text: string
  state: (typeof projectStates)[number]
  /** null for any project. */
  groupUuid: string | null
  /** Only projects below policy on a branch of these. */
  belowPolicyOf: string[] | null
  tags: string[]
  teamUuid: string | null
  /** Part of the url or name, without white space; '' for any. */
  search: string
  sort: (typeof projectSorts)[number]
  isDescending: boolean
  after: { rank: string[]; name: string; uuid: string } | undefined
  limit: number
}

/** One page; ties are ordered by name. The numbers are read only for its projects, unless they determine the order. */
export async function listProjectPage(
  db: Database,
  scope: Scope,
  filter: ListFilter,
): Promise<ListedProject[]> {
  const { after, limit, sort, isDescending } = filter
  const isReversed = sort === 'name' && isDescending
  const direction = isReversed ? sql`desc` : sql`asc`
  const beyond =
    after &&
    sql`(rank, name, uuid) ${isReversed ? sql`<` : sql`>`}
      (${after.rank}::bigint[], ${after.name}, ${after.uuid}::uuid)`
  const { rows } = await sql<ListedProject>`
    with page as materialized (
      select * from (select project.*, ${rankOf(filter)} as rank from project where ${isListed(scope, filter)}) listed
      where ${beyond ?? sql`true`}
      order by rank ${direction}, name ${direction}, uuid ${direction} limit ${limit})
    select uuid, url, name, tags, team_uuid as "teamUuid", default_branch as "defaultBranch",
      ${minimumsOfRow('page', 'project_uuid')} as "ownMinimums", archived_at as "archivedAt", is_sample as "isSample",
      branches.count as "branchCount", branches.last as "lastScannedAt", rank::text[] as "position",
      (select json_build_object('name', main.name, 'scores', json_build_object('security', security_score,
          'stability', stability_score, 'licensing', licensing_score), 'covered', ${coveredColumn}, 'open', (
          select coalesce(json_object_agg(severity, findings), '{}') from (
            select severity, sum(findings) as findings from finding_age
            where account_uuid = main.account_uuid and branch_uuid = main.uuid group by severity) open))
        from (${mainBranchOf(sql`page`)}) main join scan
          on scan.account_uuid = main.account_uuid and scan.branch_uuid = main.uuid and number = last_number) as main
    from page cross join lateral (
      select count(*)::int as count, max(last_scanned_at) as last from branch
      where branch.account_uuid = page.account_uuid and branch.project_uuid = page.uuid) branches
    order by rank ${direction}, name ${direction}, uuid ${direction}`.execute(db)
  return rows
}

/** The same branch as findMainBranch. */
const mainBranchOf = (project: RawBuilder<unknown>) => sql`
  select branch.* from branch
  where branch.account_uuid = ${project}.account_uuid and branch.project_uuid = ${project}.uuid and last_number > 0
  order by branch.name = coalesce(${project}.default_branch, 'main') desc, last_scanned_at desc, branch.name
  limit 1`

/** Ascending, whatever the direction. Never scanned projects come last. */
function rankOf({ sort, isDescending }: ListFilter): RawBuilder<unknown> {
  if (sort === 'name') return sql`'{}'::bigint[]`
  return sql`coalesce(${ranks[sort](isDescending ? sql`-1` : sql`1`)}, array[9223372036854775807])`
}

const countOf = (severity: Severity) =>
  sql`coalesce(sum(findings) filter (where severity = ${severity}), 0)::bigint`

const ranks: Record<
  Exclude<ListFilter['sort'], 'name'>,
  (sign: RawBuilder<unknown>) => RawBuilder<unknown>
> = {
  lastScanned: (sign) => sql`(
      select array[${sign} * (extract(epoch from max(last_scanned_at)) * 1000)::bigint] from branch
      where branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
      having max(last_scanned_at) is not null)`,
  security: (sign) => sql`(
      select array[${sign} * security_score::bigint] from (${mainBranchOf(sql`project`)}) main join scan
        on scan.account_uuid = main.account_uuid and scan.branch_uuid = main.uuid and number = last_number)`,
  findings: (sign) => sql`(
      select (
        select array[${sign} * ${countOf('critical')}, ${sign} * ${countOf('high')}, ${sign} * ${countOf('medium')},
          ${sign} * ${countOf('low')}, ${sign} * coalesce(sum(findings), 0)::bigint]
        from finding_age where finding_age.account_uuid = main.account_uuid and branch_uuid = main.uuid)
      from (${mainBranchOf(sql`project`)}) main)`,
}

/** The number of matches, and of archived and sample projects among all in scope. */
export async function countListed(db: Database, scope: Scope, filter: ListedBy) {
  const { rows } = await sql<{ total: number; archived: number; samples: number }>`
    select (count(*) filter (where ${isListed(scope, filter)}))::int as total,
      (count(*) filter (where archived_at is not null))::int as archived,
      (count(*) filter (where is_sample))::int as samples
    from project where account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}`.execute(db)
  return rows[0]!
}

/** Condition on a project. Texts are compared without white space. */
export const isNamed = (search: string) => sql<SqlBool>`(
  position(lower(${search}) in lower(regexp_replace(url, '\\s', '', 'g'))) > 0 or
  position(lower(${search}) in lower(regexp_replace(name, '\\s', '', 'g'))) > 0)`

type ListedBy = Pick<
  ListFilter,
  'text' | 'state' | 'belowPolicyOf' | 'tags' | 'teamUuid' | 'groupUuid' | 'search'
>

/** Whether the last scan of a branch of the project failed the policy. */
export const isBelowPolicy = (scope: Scope, branchPatterns: readonly string[]) => sql<SqlBool>`exists (
  select from branch
  join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid and number = last_number
  where branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = project.uuid
    and coalesce(declared_outcome, outcome) = 'FAIL' and ${isNamedLike(branchPatterns)})`

const isListed = (scope: Scope, filter: ListedBy): RawBuilder<SqlBool> => {
  const { text, state, belowPolicyOf, tags, teamUuid, groupUuid, search } = filter
  const inState = { active: sql`archived_at is null`, archived: sql`archived_at is not null`, all: sql`true` }
  const words = text.split(/\s+/).filter((word) => word !== '')
  const chosen = [
    ...(belowPolicyOf === null ? [] : [isBelowPolicy(scope, belowPolicyOf)]),
    ...(search === '' ? [] : [isNamed(search)]),
    ...(teamUuid === null ? [] : [sql`team_uuid = ${teamUuid}`]),
    ...(tags.length === 0
      ? []
      : [
          sql`exists (select from unnest(tags) tag where regexp_replace(tag, '\\s', '', 'g') = any(${tags}::text[]))`,
        ]),
  ]
  const has = (word: string) =>
    sql`position(lower(${word}) in lower(concat_ws(' ', name, url, array_to_string(tags, ' ')))) > 0`
  return sql<SqlBool>`(project.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}
    and ${sql.join([inState[state], isInGroup(groupUuid), ...words.map(has), ...chosen], sql` and `)})`
}
