import type { OccurrenceState } from '@assay/contract/vulnerabilities.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import type { FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { LifetimeRow } from '#reporting/reports/findings/lifetime.ts'
import type { VersionSpan } from '#scanning/scans/finding-store.ts'

/** The cluster that one of the spellings belongs to. */
export const clusterOfAlias = async (db: Database, spellings: string[]): Promise<string | undefined> =>
  (
    await db
      .selectFrom('advisory_alias')
      .select('advisory_uuid as uuid')
      .where('alias', 'in', spellings)
      .executeTakeFirst()
  )?.uuid

/** The oldest advisory that fixes the CVE among others. */
export const clusterOfCve = async (db: Database, cve: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('advisory')
      .select('uuid')
      .where('cves', '@>', sql<string[]>`${[cve]}::text[]`)
      .where('joined_into', 'is', null)
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst()
  )?.uuid

/** The only cluster whose uuid starts with the eight digits; undefined if there are none or several. */
export async function clusterOfPrefix(db: Database, prefix: string): Promise<string | undefined> {
  const end = (digit: string) => `${prefix}-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`
  const rows = await db
    .selectFrom('advisory')
    .select((eb) => eb.fn.coalesce('joined_into', 'uuid').as('uuid'))
    .where('uuid', '>=', end('0'))
    .where('uuid', '<=', end('f'))
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]!.uuid : undefined
}

/** The merged content of all records that are not withdrawn. */
export const findFacts = (db: Database, uuid: string) =>
  db
    .selectFrom('advisory')
    .select(['uuid', 'cve', 'cves', 'public_id', 'severity', 'cvss', 'published_at', 'category'])
    .where('uuid', '=', uuid)
    .executeTakeFirst()

export type FactsRow = NonNullable<Awaited<ReturnType<typeof findFacts>>>

export const listAliases = async (db: Database, uuid: string): Promise<string[]> =>
  (
    await db
      .selectFrom('advisory_alias')
      .select('alias')
      .where('advisory_uuid', '=', uuid)
      .orderBy('alias')
      .execute()
  ).map(({ alias }) => alias)

/** Findings in scope of the cluster and of clusters merged into it. */
const findingsOf = (scope: Scope, uuid: string): RawBuilder<unknown> => sql`
  finding
  join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
  join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
  where finding.account_uuid = ${scope.accountUuid}
    and finding.advisory_uuid = any(${clusterUuids(uuid)})
    and ${projectInScope(scope)}`

export async function countOccurrences(db: Database, scope: Scope, uuid: string) {
  const { rows } = await sql<{ openCount: number; endedCount: number; openProjects: number }>`
    select count(*) filter (where ended_at is null) as "openCount",
           count(*) filter (where ended_at is not null) as "endedCount",
           count(distinct project.uuid) filter (where ended_at is null) as "openProjects"
    from ${findingsOf(scope, uuid)}`.execute(db)
  return rows[0]!
}

export interface ExcludedRow {
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  scanUuid: string
  found: FoundFinding
}

/** Excluded findings in the last scan of each branch; usually few or none. */
export async function listExcluded(db: Database, scope: Scope, uuid: string): Promise<ExcludedRow[]> {
  const { rows } = await sql<ExcludedRow>`
    select project.uuid as "projectUuid", project.name as "projectName", project.url as "projectUrl",
           branch.name as branch, scan.uuid as "scanUuid", found
    from branch
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number and scan.has_excluded
    cross join jsonb_array_elements(scan.excluded) found
    where branch.account_uuid = ${scope.accountUuid}
      and (found->>'advisoryUuid')::uuid = any(${clusterUuids(uuid)})
      and ${projectInScope(scope)}
    order by project.url, branch.name limit 500`.execute(db)
  return rows
}

/** The cluster and those merged into it. */
const clusterUuids = (uuid: string): RawBuilder<unknown> => sql`
  array(select ${uuid}::uuid union all select advisory.uuid from advisory where joined_into = ${uuid})`

export interface OccurrenceRow extends LifetimeRow {
  projectUuid: string
  projectName: string
  projectUrl: string
  branch: string
  ecosystem: string
  display_name: string
  fixed_versions: string[]
  versions: VersionSpan[]
  introduced_uuid: string
  ended_uuid: string | null
}

/** Open ones by project, then ended ones, most recent end first. */
export async function listOccurrences(
  db: Database,
  scope: Scope,
  of: { uuid: string; state: OccurrenceState | undefined; limit: number; offset: number },
): Promise<OccurrenceRow[]> {
  const isWanted =
    of.state === undefined
      ? sql`true`
      : of.state === 'open'
        ? sql`ended_at is null`
        : sql`ended_at is not null`
  const { rows } = await sql<OccurrenceRow>`
    with page as (
      select finding.*, branch.name as branch, project.name as "projectName", project.url as "projectUrl",
             project.uuid as "projectUuid",
             row_number() over (order by ended_at desc nulls first, project.url, branch.name, display_name,
                                         finding.uuid) as place
      from ${findingsOf(scope, of.uuid)} and ${isWanted}
      order by place limit ${of.limit} offset ${of.offset})
    select page.*, introduced.uuid as introduced_uuid, ended.uuid as ended_uuid
    from page
    join scan introduced on introduced.account_uuid = page.account_uuid
      and introduced.branch_uuid = page.branch_uuid and introduced.number = page.introduced_number
    left join scan ended on ended.account_uuid = page.account_uuid
      and ended.branch_uuid = page.branch_uuid and ended.number = page.ended_number
    order by place`.execute(db)
  return rows
}
