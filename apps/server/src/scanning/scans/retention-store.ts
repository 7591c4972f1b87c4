import { sql } from 'kysely'
import { isFree } from '#accounts/retention/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { type RemovedAmount, sumBytes } from '#platform/database/removable-rows.ts'
import { deleteRows } from './content-store.ts'

/** Before which times only the last scan of a day, week or month stays; null: none is taken. */
export interface Thinning {
  daily: Date | null
  weekly: Date | null
  monthly: Date | null
}

interface Aged extends Thinning {
  /** null: of all branches. */
  branchUuid: string | null
}

/**
 * Scans between others of which none is needed: neither the last of its day, week or month (UTC), nor the first or
 * last of its branch, nor one that opened or ended a finding, nor one that something else refers to.
 */
const thinned = ({ accountUuid }: Scope, { branchUuid, daily, weekly, monthly }: Aged) => sql`
  select aged.* from (
    select scan_row.*, row_number() over (
      partition by branch_uuid, unit, date_trunc(unit, scanned_at at time zone 'UTC') order by number desc) as place
    from scan_row cross join lateral (select case when scanned_at < ${monthly}::timestamptz then 'month'
      when scanned_at < ${weekly}::timestamptz then 'week' else 'day' end as unit) spanned
    where account_uuid = ${accountUuid} ${branchUuid === null ? sql`` : sql`and branch_uuid = ${branchUuid}`}
      and scanned_at < greatest(${daily}::timestamptz, ${weekly}::timestamptz, ${monthly}::timestamptz)) aged
  join branch on branch.account_uuid = aged.account_uuid and branch.uuid = aged.branch_uuid
  where place > 1 and number <> last_number
    and exists (select from scan earlier where ${sameBranch('earlier')} and earlier.number < aged.number)
    and (covers_less or exists (
      select from scan later where ${sameBranch('later')} and later.number > aged.number and not later.covers_less))
    and not exists (select from finding where ${sameBranch('finding')} and introduced_number = aged.number)
    and not exists (select from finding where ${sameBranch('finding')} and ended_at = aged.scanned_at)
    and not exists (select from project_version
      where project_version.account_uuid = aged.account_uuid and project_version.scan_uuid = aged.uuid)
    and not exists (select from published_sbom
      where published_sbom.account_uuid = aged.account_uuid and published_sbom.scan_uuid = aged.uuid)
    and not exists (select from isaac_scan
      where isaac_scan.account_uuid = aged.account_uuid and isaac_scan.build_uuid = aged.build_uuid)
    and ${isFree(sql`aged.account_uuid`, sql`aged.project_uuid`)}`

const sameBranch = (alias: string) =>
  sql`${sql.ref(`${alias}.account_uuid`)} = aged.account_uuid and ${sql.ref(`${alias}.branch_uuid`)} = aged.branch_uuid`

/** With the builds that led to them, and the documents of no other build. */
export async function countThinned(db: Database, scope: Scope, aged: Aged): Promise<RemovedAmount> {
  const { rows } = await sql<RemovedAmount>`
    with thinned as materialized (${thinned(scope, aged)}),
    ended as materialized (
      select build.* from build join thinned on build.account_uuid = thinned.account_uuid
        and build.branch_uuid = thinned.branch_uuid and build.scan_uuid = thinned.uuid),
    listed as materialized (
      select build_document.* from build_document join ended on ended.account_uuid = build_document.account_uuid
        and ended.uuid = build_document.build_uuid),
    unused as (
      select document.* from document where account_uuid = ${scope.accountUuid}
        and digest in (select digest from listed)
        and not exists (
          select from build_document other where other.account_uuid = document.account_uuid
            and other.digest = document.digest and other.build_uuid not in (select uuid from ended))
        and not exists (
          select from document delta join build_document other on other.account_uuid = delta.account_uuid
            and other.digest = delta.digest and other.build_uuid not in (select uuid from ended)
          where delta.account_uuid = document.account_uuid and delta.base_digest = document.digest)),
    repeated as (
      select content.* from scan_content content
      where account_uuid = ${scope.accountUuid} and scan_uuid in (select content_uuid from thinned)
        and not exists (
          select from scan_row kept where kept.account_uuid = content.account_uuid
            and kept.branch_uuid = content.branch_uuid and kept.content_uuid = content.scan_uuid
            and kept.uuid not in (select uuid from thinned))
        and not exists (
          select from scan_content patch where patch.account_uuid = content.account_uuid
            and patch.branch_uuid = content.branch_uuid and patch.base_uuid = content.scan_uuid))
    select (select count(*)::int from thinned) as count,
      (select coalesce(sum(pg_column_size(thinned.*)), 0)::float8 from thinned)
      + (select coalesce(sum(pg_column_size(repeated.*)), 0)::float8 from repeated)
      + (select coalesce(sum(pg_column_size(ended.*)), 0)::float8 from ended)
      + (select coalesce(sum(pg_column_size(listed.*)), 0)::float8 from listed)
      + (select coalesce(sum(pg_column_size(content)), 0)::float8 from unused) as bytes`.execute(db)
  return rows[0]!
}

/** Scans that are to be removed from a branch, the oldest first. */
export async function listThinned(
  tx: Tx,
  scope: Scope,
  { limit, ...aged }: Thinning & { branchUuid: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from (${thinned(scope, aged)}) thinned order by number limit ${limit}`.execute(tx)
  return rows.map(({ uuid }) => uuid)
}

/**
 * Removes scans of a locked branch, and the components that no other scan lists. The packed history keeps their
 * numbers (series-store.ts), so that those of every period stay. Returns the scans with which contents were stored that
 * no scan has any more.
 */
export async function deleteScans(
  tx: Tx,
  scope: Scope,
  { branchUuid, uuids }: { branchUuid: string; uuids: readonly string[] },
): Promise<string[]> {
  const contents = await deleteRows(tx, scope, { branchUuid, uuids })
  await sql`
    delete from component_use used
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid} and ended_number is not null
      and not exists (
        select from scan where scan.account_uuid = used.account_uuid
          and scan.branch_uuid = used.branch_uuid and number >= introduced_number
          and number < ended_number)`.execute(tx)
  return contents
}

interface Ended {
  /** null: of all branches. */
  branchUuid: string | null
  before: Date
}

const withoutEvidence = sql`(
  select jsonb_agg(span || '{"evidence": []}' order by place)
  from jsonb_array_elements(versions) with ordinality spans(span, place))`

const withOldEvidence = ({ accountUuid }: Scope, { branchUuid, before }: Ended) => sql`
  finding where account_uuid = ${accountUuid} ${branchUuid === null ? sql`` : sql`and branch_uuid = ${branchUuid}`}
    and ended_at < ${before} and jsonb_path_exists(versions, '$[*].evidence[0]')
    and ${isFree(sql`finding.account_uuid`, sql`finding.project_uuid`)}`

/** Findings that have more than their history, and the bytes of what they have more. */
export const countOldEvidence = (db: Database, scope: Scope, ended: Ended): Promise<RemovedAmount> =>
  sumBytes(
    db,
    sql`select pg_column_size(versions) - pg_column_size(${withoutEvidence}) as bytes
      from ${withOldEvidence(scope, ended)}`,
  )

/** Removes why ended findings of a branch matched. Returns how many. */
export async function deleteOldEvidence(
  tx: Tx,
  scope: Scope,
  { limit, ...ended }: Ended & { branchUuid: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update finding set versions = ${withoutEvidence}
    where ctid = any(array(select ctid from ${withOldEvidence(scope, ended)} limit ${limit}))`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * Addressed and withdrawn findings that no version of a project and no published SBOM lists. Others tell why a finding
 * that returns is there again.
 */
const oldFindings = ({ accountUuid }: Scope, { branchUuid, before }: Ended) => sql`
  finding where account_uuid = ${accountUuid} ${branchUuid === null ? sql`` : sql`and branch_uuid = ${branchUuid}`}
    and ended_at < ${before} and end_kind in ('upgraded', 'removed', 'withdrawn')
    and not exists (
      select from scan
      where scan.account_uuid = finding.account_uuid and scan.branch_uuid = finding.branch_uuid
        and number >= introduced_number and number < ended_number
        and (uuid in (select scan_uuid from project_version where project_version.account_uuid = finding.account_uuid)
          or uuid in (select scan_uuid from published_sbom where published_sbom.account_uuid = finding.account_uuid)))
    and ${isFree(sql`finding.account_uuid`, sql`finding.project_uuid`)}`

export const countOldFindings = (db: Database, scope: Scope, ended: Ended): Promise<RemovedAmount> =>
  sumBytes(db, sql`select pg_column_size(finding.*) as bytes from ${oldFindings(scope, ended)}`)

/** Of a locked branch. Returns how many. The packed history keeps their numbers (series-store.ts). */
export async function deleteOldFindings(
  tx: Tx,
  scope: Scope,
  { limit, ...ended }: Ended & { branchUuid: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from finding
    where ctid = any(array(select ctid from ${oldFindings(scope, ended)} limit ${limit}))`.execute(tx)
  return Number(numAffectedRows)
}
