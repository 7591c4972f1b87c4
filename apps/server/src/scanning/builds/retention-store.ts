import { sql } from 'kysely'
import { isFree } from '#accounts/retention/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { type RemovedAmount, sumBytes } from '#platform/database/removable-rows.ts'
import { deleteReferences, deleteUnused } from './documents/removal-store.ts'
import { deleteBuilds } from './removal-store.ts'

interface Old {
  /** null: of all branches. */
  branchUuid: string | null
  before: Date
}

type SomeOld = Old & { branchUuid: string; limit: number }

const oldBuilds = ({ accountUuid }: Scope, { branchUuid, before }: Old) => sql`
  build where build.account_uuid = ${accountUuid}
    ${branchUuid === null ? sql`` : sql`and build.branch_uuid = ${branchUuid}`}
    and build.state in ('success', 'failed') and build.finished_at < ${before}
    and ${isFree(sql`build.account_uuid`, sql`build.project_uuid`)}`

/** Finished builds without a scan of their own, except for the newest of a branch. */
const spareBuilds = (scope: Scope, old: Old) => sql`
  ${oldBuilds(scope, old)}
    and not exists (
      select from scan where scan.account_uuid = build.account_uuid and scan.build_uuid = build.uuid)
    and not exists (
      select from isaac_scan where isaac_scan.account_uuid = build.account_uuid
        and isaac_scan.build_uuid = build.uuid)
    and exists (
      select from build later where later.account_uuid = build.account_uuid
        and later.branch_uuid = build.branch_uuid and later.created_at > build.created_at)`

export const countSpareBuilds = (db: Database, scope: Scope, old: Old): Promise<RemovedAmount> =>
  sumBytes(db, sql`select pg_column_size(build.*) as bytes from ${spareBuilds(scope, old)}`)

/** Returns how many it removed of a locked branch. */
export async function deleteSpareBuilds(tx: Tx, scope: Scope, { limit, ...old }: SomeOld): Promise<number> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from ${spareBuilds(scope, old)} order by uuid limit ${limit} for update of build`.execute(tx)
  await deleteBuilds(
    tx,
    scope,
    rows.map(({ uuid }) => uuid),
  )
  return rows.length
}

/** Removes scans' builds of a locked branch: those that led to them, and those that confirmed them. */
export async function deleteBuildsOfScans(
  tx: Tx,
  scope: Scope,
  { branchUuid, scanUuids }: { branchUuid: string; scanUuids: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from build where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}
      and scan_uuid = any(${[...scanUuids]}::uuid[]) order by uuid for update`.execute(tx)
  await deleteBuilds(
    tx,
    scope,
    rows.map(({ uuid }) => uuid),
  )
}

/** Builds with documents that no rescan will read, and which are not those of a version of a project. */
const withOldDocuments = (scope: Scope, old: Old) => sql`
  ${oldBuilds(scope, old)}
    and exists (
      select from build_document where build_document.account_uuid = build.account_uuid
        and build_document.build_uuid = build.uuid)
    and not exists (
      select from branch join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
        and scan.number = last_number
      where branch.account_uuid = build.account_uuid and branch.uuid = build.branch_uuid
        and scan.build_uuid = build.uuid)
    and not exists (
      select from scan join project_version on project_version.account_uuid = scan.account_uuid
        and project_version.scan_uuid = scan.uuid
      where scan.account_uuid = build.account_uuid and scan.build_uuid = build.uuid)`

/** Documents that no build has afterwards. */
export const countOldDocuments = (db: Database, scope: Scope, old: Old): Promise<RemovedAmount> =>
  sumBytes(
    db,
    sql`
      with ended as materialized (select build.uuid from ${withOldDocuments(scope, old)})
      select pg_column_size(content) as bytes from document
      where account_uuid = ${scope.accountUuid}
        and exists (
          select from build_document listed where listed.account_uuid = document.account_uuid
            and listed.digest = document.digest)
        and not exists (
          select from build_document other where other.account_uuid = document.account_uuid
            and other.digest = document.digest and other.build_uuid not in (select uuid from ended))
        and not exists (
          select from document delta join build_document other on other.account_uuid = delta.account_uuid
            and other.digest = delta.digest and other.build_uuid not in (select uuid from ended)
          where delta.account_uuid = document.account_uuid and delta.base_digest = document.digest)`,
  )

/** Takes the documents from builds of a locked branch. Returns from how many builds. */
export async function deleteOldDocuments(tx: Tx, scope: Scope, { limit, ...old }: SomeOld): Promise<number> {
  const { rows } = await sql<{ uuid: string }>`
    select build.uuid from ${withOldDocuments(scope, old)} order by build.uuid limit ${limit} for update of build`.execute(
    tx,
  )
  const uuids = rows.map(({ uuid }) => uuid)
  await deleteUnused(tx, scope.accountUuid, await deleteReferences(tx, scope.accountUuid, uuids))
  return uuids.length
}
