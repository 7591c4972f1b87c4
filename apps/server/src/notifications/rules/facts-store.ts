import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { ProjectFacts } from './alert.ts'

interface BranchFacts {
  project: ProjectFacts
  branch: string
}

/** undefined if it no longer exists. */
export async function findBranch(
  db: Database,
  { accountUuid, branchUuid }: { accountUuid: string; branchUuid: string },
): Promise<BranchFacts | undefined> {
  const row = await db
    .selectFrom('branch')
    .innerJoin('project', (join) =>
      join
        .onRef('project.account_uuid', '=', 'branch.account_uuid')
        .onRef('project.uuid', '=', 'branch.project_uuid'),
    )
    .select(['branch.name as branch', 'project.uuid', 'project.name', 'project.tags', 'project.team_uuid'])
    .where('branch.account_uuid', '=', accountUuid)
    .where('branch.uuid', '=', branchUuid)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { branch, uuid, name, tags, team_uuid: teamUuid } = row
  return { branch, project: { uuid, name, tags, teamUuid } }
}

export async function findProject(
  db: Database,
  { accountUuid, projectUuid }: { accountUuid: string; projectUuid: string },
): Promise<ProjectFacts | undefined> {
  const row = await db
    .selectFrom('project')
    .select(['uuid', 'name', 'tags', 'team_uuid as teamUuid'])
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', projectUuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row
}

/** The subset of CVEs that are known exploited. */
export async function listExploited(db: Database, cves: readonly string[]): Promise<Set<string>> {
  if (cves.length === 0) return new Set()
  const rows = await db
    .selectFrom('advisory_signal')
    .select('cve')
    .where('cve', '=', sql<string>`any(${[...cves]}::text[])`)
    .where('known_exploited', '=', true)
    .execute()
  return new Set(rows.map(({ cve }) => cve))
}

export interface OpenFinding {
  accountUuid: string
  cve: string
  advisoryUuid: string
  packageName: string
  severity: string
  hasFix: boolean
  project: ProjectFacts
}

/** Open findings of these CVEs, for one account or all. */
export async function listOpenFindings(
  db: Database,
  cves: readonly string[],
  accountUuid: string | null,
): Promise<OpenFinding[]> {
  const { rows } = await sql<Omit<OpenFinding, 'project'> & Omit<ProjectFacts, 'uuid'> & { uuid: string }>`
    select distinct on (finding.account_uuid, finding.advisory_uuid, finding.package_name, finding.severity,
        project.uuid, "hasFix")
      finding.account_uuid as "accountUuid", exploited.cve, finding.advisory_uuid as "advisoryUuid",
      finding.package_name as "packageName", finding.severity, cardinality(fixed_versions) > 0 as "hasFix",
      project.uuid, project.name, project.tags, project.team_uuid as "teamUuid"
    from unnest(${[...cves]}::text[]) exploited (cve)
    join advisory on advisory.cves && array[exploited.cve]
    join account on ${accountUuid}::uuid is null or account.uuid = ${accountUuid}::uuid
    join finding on finding.account_uuid = account.uuid and finding.advisory_uuid = advisory.uuid
    join project on project.account_uuid = finding.account_uuid and project.uuid = finding.project_uuid
    where finding.ended_at is null and project.deleted_at is null`.execute(db)
  return rows.map(({ uuid, name, tags, teamUuid, ...rest }) => ({
    ...rest,
    project: { uuid, name, tags, teamUuid },
  }))
}

/** Recipients of installation-wide notifications. */
export async function listOperators(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('uuid')
    .where('is_operator', '=', true)
    .where('is_active', '=', true)
    .execute()
  return rows.map(({ uuid }) => uuid)
}

/** The names of an advisory; null for unknown ones. */
export const nameAdvisory = (db: Database, uuid: string) =>
  db
    .selectFrom('advisory')
    .select(['cve', 'public_id as publicId'])
    .where('uuid', '=', uuid)
    .executeTakeFirst()
