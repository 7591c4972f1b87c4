import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { isExploited } from '#knowledge/advisories/exploited-store.ts'
import { defaultBranches } from '@assay/contract/metrics.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { isNamedLike } from '#projects/branch-selection-store.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

export interface AffectedRow {
  projectUuid: string
  projectName: string
  projectUrl: string
  groups: string[]
  tags: string[]
  branch: string
  /** null for the branch itself. */
  version: string | null
  /** YYYY-MM-DD. */
  supportedUntil: string | null
  ecosystem: string
  package: string
  versions: { version: string }[]
  fixedVersions: string[]
  endedAt: Date | null
  fixedBy: string | null
}

export interface Vulnerability {
  advisoryUuid: string
  /** Since when it is known to be exploited: what ended before is not affected. */
  since: Date
}

interface Places {
  account: RawBuilder<unknown>
  advisory: RawBuilder<unknown>
  since: RawBuilder<unknown>
  project: RawBuilder<SqlBool>
}

const maxAffected = 1000

/** Where an advisory matters: the default branches that have it, and the supported versions that were released with it. */
export const places = ({ account, advisory, since, project }: Places) => sql`
  finding
  join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
  join branch on branch.account_uuid = finding.account_uuid and branch.uuid = finding.branch_uuid
  cross join lateral (
    select null::text as version, null::date as supported_until, finding.ended_at, finding.fixed_by
    where (finding.ended_at is null or finding.ended_at >= ${since}) and ${isNamedLike([defaultBranches])}
    union all
    select released.name, released.supported_until, null, null
    from project_version released join scan on scan.account_uuid = released.account_uuid
      and scan.branch_uuid = released.branch_uuid and scan.uuid = released.scan_uuid
    where released.account_uuid = finding.account_uuid and released.branch_uuid = finding.branch_uuid
      and (released.supported_until is null or released.supported_until >= (${since} at time zone 'UTC')::date)
      and finding.introduced_number <= scan.number
      and (finding.ended_number is null or finding.ended_number > scan.number)
  ) place
  where finding.account_uuid = ${account} and finding.advisory_uuid = ${advisory} and ${project}`

const placesIn = (scope: Scope, { advisoryUuid, since }: Vulnerability) =>
  places({
    account: sql`${scope.accountUuid}::uuid`,
    advisory: sql`${advisoryUuid}::uuid`,
    since: sql`${since}::timestamptz`,
    project: projectInScope(scope),
  })

/** Those that have it first, by project and version. */
export async function listAffected(
  db: Database,
  scope: Scope,
  vulnerability: Vulnerability,
): Promise<AffectedRow[]> {
  const { rows } = await sql<AffectedRow>`
    select project.uuid as "projectUuid", project.name as "projectName", project.url as "projectUrl", project.tags,
      array(select project_group.name from project_group where project_group.account_uuid = project.account_uuid
        and project_group.uuid = any(project.group_uuids) order by cardinality(path), project_group.name) as groups,
      branch.name as branch, place.version, place.supported_until::text as "supportedUntil", finding.ecosystem,
      finding.display_name as package, finding.versions, finding.fixed_versions as "fixedVersions",
      place.ended_at as "endedAt", place.fixed_by as "fixedBy"
    from ${placesIn(scope, vulnerability)}
    order by place.ended_at nulls first, lower(project.name), project.uuid, place.version nulls first, finding.uuid
    limit ${maxAffected}`.execute(db)
  return rows
}

/** The number of projects, of all and of those in scope. */
export async function countProjects(db: Database, scope: Scope, vulnerability: Vulnerability) {
  const { rows } = await sql<{ all: number; visible: number }>`
    select count(distinct project.uuid)::int as all,
      (count(distinct project.uuid) filter (where ${projectInScope(scope)}))::int as visible
    from ${places({
      account: sql`${scope.accountUuid}::uuid`,
      advisory: sql`${vulnerability.advisoryUuid}::uuid`,
      since: sql`${vulnerability.since}::timestamptz`,
      project: sql<SqlBool>`project.deleted_at is null and project.archived_at is null`,
    })}`.execute(db)
  return rows[0]!
}

/** What is asked for: CVEs, also as an alias of an advisory, and advisories by uuid. */
interface Named {
  cves: readonly string[]
  advisoryUuids: readonly string[]
}

/**
 * Those of these advisories that are known exploited and matter to an account or, with null, to any. Samples of the
 * product's own do not count.
 */
export async function listExploitedInUse(
  tx: Tx,
  { accountUuid, ...named }: Named & { accountUuid: string | null },
): Promise<{ accountUuid: string; advisoryUuid: string }[]> {
  // Hardly any are: where they matter takes PostgreSQL milliseconds to plan, and every scan asks.
  const exploited = await listExploited(tx, named)
  if (exploited.length === 0) return []
  const { rows } = await sql<{ accountUuid: string; advisoryUuid: string }>`
    select account.uuid as "accountUuid", exploited.uuid as "advisoryUuid"
    from unnest(${exploited}::uuid[]) as exploited(uuid)
    join account on account.is_active and (${accountUuid}::uuid is null or account.uuid = ${accountUuid}::uuid)
    where exists (select from ${places({
      account: sql`account.uuid`,
      advisory: sql`exploited.uuid`,
      since: sql`now()`,
      project: sql<SqlBool>`project.deleted_at is null and project.archived_at is null and not project.is_sample`,
    })})
    order by 1, 2`.execute(tx)
  return rows
}

async function listExploited(tx: Tx, named: Named): Promise<string[]> {
  const cves = [...new Set(named.cves)]
  const uuids = [...new Set(named.advisoryUuids)]
  const found = [
    ...(cves.length > 0 ? (await exploitedByCves(cves).execute(tx)).rows : []),
    ...(uuids.length > 0 ? (await exploitedAmong(uuids).execute(tx)).rows : []),
  ]
  return [...new Set(found.map(({ uuid }) => uuid))]
}

const exploitedByCves = (cves: string[]) => sql<{ uuid: string }>`
  select advisory.uuid from advisory_signal
  join advisory on advisory.cves && array[advisory_signal.cve] and joined_into is null
  where advisory_signal.cve = any(${cves}::text[]) and known_exploited
  union
  select advisory.uuid from advisory_signal
  join advisory_alias on alias = advisory_signal.cve
  join advisory named on named.uuid = advisory_alias.advisory_uuid
  join advisory on advisory.uuid = coalesce(named.joined_into, named.uuid)
  where advisory_signal.cve = any(${cves}::text[]) and known_exploited`

const exploitedAmong = (uuids: string[]) => sql<{ uuid: string }>`
  select given.uuid from unnest(${uuids}::uuid[]) as given(uuid)
  where ${isExploited(sql`given.uuid`)}`
