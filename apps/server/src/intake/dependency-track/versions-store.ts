import { projectIdentity } from '@assay/engine/project-address.ts'
import type { Severity } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import type { PageRange } from './page-of.ts'

/** What Dependency-Track calls a project: a name with a version, which is one branch of a project. */
export interface VersionRow {
  uuid: string
  version: string
  projectUuid: string
  name: string
  url: string
  tags: string[]
  isActive: boolean
  isLatest: boolean
  createdAt: Date
  lastScannedAt: Date | null
  /** When the inventory of the last scan was submitted; rescans do not count. */
  submittedAt: Date | null
  lastNumber: number
  /** Severities with open findings. */
  open: Partial<Record<Severity, number>>
  componentCount: number
  vulnerableComponents: number
  suppressed: number
  licenseViolations: number
}

export const versionSorts = ['name', 'version', 'lastBomImport'] as const
type VersionSort = (typeof versionSorts)[number]

export interface VersionFilter {
  projectUuid?: string | undefined
  name?: string | undefined
  version?: string | undefined
  tag?: string | undefined
  text?: string | undefined
  isActive?: boolean | undefined
  isDescending?: boolean | undefined
  sort?: VersionSort | undefined
}

/** The same branch as findMainBranch. */
const isLatest = sql<boolean>`listed.uuid = (
  select main.uuid from branch main
  where main.account_uuid = listed.account_uuid and main.project_uuid = listed."projectUuid"
  order by main.last_number > 0 and main.name = coalesce(listed.default_branch, 'main') desc,
    main.last_scanned_at desc nulls last, main.name limit 1)`

interface Listed {
  isListed: RawBuilder<SqlBool>
  /** Of branches and projects. */
  order: RawBuilder<unknown>
  range?: PageRange
}

const rows = (scope: Scope, { isListed, order, range }: Listed) => sql<VersionRow>`
  with listed as materialized (
    select branch.account_uuid, branch.uuid, branch.name as version, branch.last_number, branch.created_at,
      branch.last_scanned_at, project.uuid as "projectUuid", project.name, project.url, project.tags,
      project.archived_at, project.default_branch, row_number() over (order by ${order}, branch.uuid) as position
    from branch join project
      on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where branch.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)} and ${isListed}
    order by position limit ${range?.limit ?? null} offset ${range?.offset ?? 0})
  select listed.uuid, listed.version, "projectUuid", listed.name, listed.url, listed.tags,
    (select build.created_at from build where build.account_uuid = listed.account_uuid
      and build.branch_uuid = listed.uuid and build.source <> 'rescan' and build.state = 'success'
      order by build.created_at desc limit 1) as "submittedAt",
    archived_at is null as "isActive", ${isLatest} as "isLatest", created_at as "createdAt",
    last_scanned_at as "lastScannedAt", last_number as "lastNumber", coalesce(component_count, 0) as "componentCount",
    (select coalesce(json_object_agg(severity, findings), '{}') from (
      select severity, sum(findings) as findings from finding_age
      where finding_age.account_uuid = listed.account_uuid and branch_uuid = listed.uuid group by severity) open) as open,
    (select count(distinct (ecosystem, package_name))::int from finding
      where finding.account_uuid = listed.account_uuid and finding.branch_uuid = listed.uuid
        and ended_number is null) as "vulnerableComponents",
    coalesce(jsonb_array_length(excluded), 0) as suppressed,
    (select coalesce(sum(jsonb_array_length(violations)), 0)::int from component
      where component.account_uuid = listed.account_uuid and component.branch_uuid = listed.uuid
        and ended_number is null and violations <> '[]') as "licenseViolations"
  from listed left join scan on scan.account_uuid = listed.account_uuid and scan.branch_uuid = listed.uuid
    and scan.number = listed.last_number
  order by position`

export async function findVersion(db: Database, scope: Scope, uuid: string): Promise<VersionRow | undefined> {
  const isListed = sql<SqlBool>`branch.uuid = ${uuid}::uuid`
  return (await rows(scope, { isListed, order: sql`branch.uuid` }).execute(db)).rows[0]
}

/** Several, in any order. */
export const findVersions = async (
  db: Database,
  scope: Scope,
  uuids: readonly string[],
): Promise<VersionRow[]> =>
  (
    await rows(scope, {
      isListed: sql<SqlBool>`branch.uuid = any(${[...uuids]}::uuid[])`,
      order: sql`branch.uuid`,
    }).execute(db)
  ).rows

/** A name is that of a project, or its url in any spelling, which takes precedence. */
const hasName = (name: string) =>
  sql<SqlBool>`(project.identity = ${projectIdentity(name)} or project.name = ${name})`

const byIdentity = (name: string) => sql`project.identity = ${projectIdentity(name)} desc, project.url`

/** By names: the project whose url is the name takes precedence over others of that name. */
export async function findVersionNamed(
  db: Database,
  scope: Scope,
  { name, version }: { name: string; version: string },
): Promise<VersionRow | undefined> {
  const isListed = sql<SqlBool>`(${hasName(name)} and branch.name = ${version})`
  return (
    await rows(scope, { isListed, order: byIdentity(name), range: { limit: 1, offset: 0 } }).execute(db)
  ).rows[0]
}

/** The version that is shown first of the project with the name. */
export async function findLatestVersion(
  db: Database,
  scope: Scope,
  name: string,
): Promise<VersionRow | undefined> {
  const projectUuid = await findProjectNamed(db, scope, name)
  if (projectUuid === undefined) return undefined
  const versions = await rows(scope, {
    isListed: sql<SqlBool>`project.uuid = ${projectUuid}::uuid`,
    order: sql`branch.name`,
  }).execute(db)
  return versions.rows.find((row) => row.isLatest)
}

/** The uuid of the project with the name. */
export async function findProjectNamed(
  db: Database,
  scope: Scope,
  name: string,
): Promise<string | undefined> {
  const { rows: found } = await sql<{ uuid: string }>`
    select uuid from project
    where account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)} and ${hasName(name)}
    order by ${byIdentity(name)} limit 1`.execute(db)
  return found[0]?.uuid
}

export async function listVersions(
  db: Database,
  scope: Scope,
  { filter, range }: { filter: VersionFilter; range: PageRange },
): Promise<VersionRow[]> {
  const direction = filter.isDescending ? sql`desc` : sql`asc`
  const order = {
    name: sql`project.name ${direction}, branch.name ${direction}`,
    version: sql`branch.name ${direction}, project.name ${direction}`,
    lastBomImport: sql`branch.last_scanned_at ${direction} nulls last`,
  }[filter.sort ?? 'name']
  return (await rows(scope, { isListed: isListed(filter), order, range }).execute(db)).rows
}

export async function countVersions(db: Database, scope: Scope, filter: VersionFilter): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from branch join project
      on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where branch.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)} and ${isListed(filter)}`.execute(
    db,
  )
  return counted[0]!.count
}

function isListed({ projectUuid, name, version, tag, text, isActive }: VersionFilter): RawBuilder<SqlBool> {
  const conditions = [
    projectUuid === undefined ? null : sql`project.uuid = ${projectUuid}::uuid`,
    name === undefined ? null : hasName(name),
    version === undefined ? null : sql`branch.name = ${version}`,
    tag === undefined ? null : sql`${tag} = any(project.tags)`,
    text === undefined ? null : sql`position(lower(${text}) in lower(project.name)) > 0`,
    isActive === undefined ? null : isActive ? sql`archived_at is null` : sql`archived_at is not null`,
  ].filter((each) => each !== null)
  return sql<SqlBool>`(${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)})`
}
