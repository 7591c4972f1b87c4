import type { Severity } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { coveredColumn, type StoredCovered } from '#projects/coverage-store.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'

export interface VersionRow {
  uuid: string
  projectUuid: string
  name: string
  tag: string
  /** '2026-05-31'. */
  releasedAt: string
  supportedUntil: string | null
  branch: string
  reportUuid: string
  scannedAt: Date
  scores: { security: number; stability: number; licensing: number }
  covered: StoredCovered
  findings: Partial<Record<Severity, number>>
}

/** Findings that were open at the scan of the version. */
const isAtScan = sql`
  finding.account_uuid = scan.account_uuid and finding.branch_uuid = scan.branch_uuid
  and introduced_number <= scan.number and (ended_number is null or ended_number > scan.number)`

const versionsIn = (scope: Scope) => sql<VersionRow>`
  select version.uuid, version.project_uuid as "projectUuid", version.name, coalesce(version.tag, '') as tag,
    version.released_at::text as "releasedAt", version.supported_until::text as "supportedUntil", branch.name as branch,
    scan.uuid as "reportUuid", scan.scanned_at as "scannedAt", json_build_object('security', security_score,
      'stability', stability_score, 'licensing', licensing_score) as scores, ${coveredColumn} as covered,
    (select coalesce(json_object_agg(severity, findings), '{}') from (
      select severity, count(*)::int as findings from finding where ${isAtScan} group by severity) counted) as findings
  from project_version version
  join project on project.account_uuid = version.account_uuid and project.uuid = version.project_uuid
  join branch on branch.account_uuid = version.account_uuid and branch.uuid = version.branch_uuid
  join scan on scan.account_uuid = version.account_uuid and scan.branch_uuid = version.branch_uuid
    and scan.uuid = version.scan_uuid
  where version.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}`

/** Newest first. */
export const listVersions = async (db: Database, scope: Scope, projectUuid: string): Promise<VersionRow[]> =>
  (
    await sql<VersionRow>`
      ${versionsIn(scope)} and version.project_uuid = ${projectUuid}
      order by version.released_at desc, version.created_at desc, version.uuid`.execute(db)
  ).rows

export const findVersion = async (
  db: Database,
  scope: Scope,
  { projectUuid, uuid }: { projectUuid: string; uuid: string },
): Promise<VersionRow | undefined> =>
  (
    await sql<VersionRow>`
      ${versionsIn(scope)} and version.project_uuid = ${projectUuid} and version.uuid = ${uuid}`.execute(db)
  ).rows[0]

/** A scan of the branch, by default its last one. */
export const findScanOf = async (
  db: Database,
  { accountUuid }: Scope,
  { branchUuid, scanUuid }: { branchUuid: string; scanUuid: string | undefined },
): Promise<string | undefined> => {
  const chosen: RawBuilder<unknown> = scanUuid === undefined ? sql`number desc` : sql`uuid = ${scanUuid} desc`
  const { rows } = await sql<{ uuid: string }>`
    select uuid from scan where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
    order by ${chosen} limit 1`.execute(db)
  const found = rows[0]?.uuid
  return scanUuid === undefined || scanUuid.toLowerCase() === found ? found : undefined
}

export interface NewVersion {
  uuid: string
  projectUuid: string
  branchUuid: string
  scanUuid: string
  name: string
  tag: string
  releasedAt: string
  supportedUntil: string | null
}

export async function insertVersion(tx: Tx, scope: Scope, version: NewVersion): Promise<void> {
  const { accountUuid } = scope
  await sql`
    insert into project_version (account_uuid, uuid, project_uuid, branch_uuid, scan_uuid, name, tag, released_at, supported_until)
    values (${accountUuid}, ${version.uuid}, ${version.projectUuid}, ${version.branchUuid}, ${version.scanUuid},
      ${version.name}, ${version.tag || null}, ${version.releasedAt}::date, ${version.supportedUntil}::date)`.execute(
    tx,
  )
  await checkLimit(tx, { accountUuid, projectUuid: version.projectUuid }, 'versions')
}

export const updateVersion = (
  tx: Tx,
  { accountUuid }: Scope,
  version: Pick<NewVersion, 'uuid' | 'name' | 'tag' | 'releasedAt' | 'supportedUntil'>,
) =>
  sql`
    update project_version set name = ${version.name}, tag = ${version.tag || null},
      released_at = ${version.releasedAt}::date, supported_until = ${version.supportedUntil}::date
    where account_uuid = ${accountUuid} and uuid = ${version.uuid}`.execute(tx)

/** False if the project has no version of this name. */
export async function updateScan(
  tx: Tx,
  { accountUuid }: Scope,
  {
    projectUuid,
    name,
    scanUuid,
    branchUuid,
  }: Pick<NewVersion, 'projectUuid' | 'name' | 'scanUuid' | 'branchUuid'>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update project_version set scan_uuid = ${scanUuid}, branch_uuid = ${branchUuid}
    where account_uuid = ${accountUuid} and project_uuid = ${projectUuid} and name = ${name}`.execute(tx)
  return numAffectedRows > 0n
}

export const deleteVersion = (tx: Tx, { accountUuid }: Scope, uuid: string) =>
  tx.deleteFrom('project_version').where('account_uuid', '=', accountUuid).where('uuid', '=', uuid).execute()
