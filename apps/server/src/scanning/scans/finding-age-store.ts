import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Tx } from '#platform/database/database.ts'
import type { OpeningCause } from '#platform/outbox/events.ts'

export interface RecordedScan {
  branchUuid: string
  number: number
}

/**
 * Stores and returns why each finding opened by the scans is new. Must run before the components of the scans are
 * stored: the previous ones show whether the component or the advisory data changed.
 */
export async function explainOpened(
  tx: Tx,
  { accountUuid }: Scope,
  scans: readonly RecordedScan[],
): Promise<ReadonlyMap<string, OpeningCause>> {
  if (scans.length === 0) return new Map()
  const { rows } = await sql<ExplainedRow>`
    update finding set introduced_by = case
      when earlier.number = 1 then 'first-scan'
      when earlier.end_kind = 'coverage-lost' then 'coverage-restored'
      when not earlier.was_present then 'dependency'
      when earlier.end_kind = 'excluded' or earlier.was_excluded then 'exclusion-lifted'
      else 'advisory' end
    from (
      select opened.account_uuid, opened.uuid, given.number,
        (select end_kind from finding other
          where other.account_uuid = ${accountUuid} and other.branch_uuid = opened.branch_uuid
            and other.ecosystem = opened.ecosystem and other.package_name = opened.package_name
            and other.advisory_uuid = opened.advisory_uuid and other.ended_number is not null
          order by other.ended_number desc limit 1) as end_kind,
        exists (
          select from (
            select content from component_use component
            where component.account_uuid = ${accountUuid} and component.branch_uuid = opened.branch_uuid
              and ${isCurrent} offset 0) present
          where content = any(array(
            select digest from component_content
            where component_content.account_uuid = ${accountUuid} and ecosystem = opened.ecosystem
              and package_name = opened.package_name
              and version in (select span ->> 'version' from jsonb_array_elements(opened.versions) span)))
        ) as was_present,
        (opened.ecosystem, opened.package_name, opened.advisory_uuid::text) in (
          select entry ->> 'ecosystem', entry ->> 'packageName', entry ->> 'advisoryUuid'
          from scan cross join lateral jsonb_array_elements(scan.excluded) entry
          where scan.account_uuid = ${accountUuid} and scan.branch_uuid = opened.branch_uuid
            and scan.number = given.number - 1) as was_excluded,
        exists (
          select from scan cross join lateral jsonb_array_elements(scan.excluded) entry
          where scan.account_uuid = ${accountUuid} and scan.branch_uuid = opened.branch_uuid
            and scan.number = given.number - 1 and entry ->> 'packageName' = opened.package_name
            and entry ->> 'advisoryUuid' = opened.advisory_uuid::text
            and entry ->> 'exclusionUuid' is null) as had_vex,
        exists (
          select from advisory_record record
          join scan on scan.account_uuid = ${accountUuid} and scan.branch_uuid = opened.branch_uuid
            and scan.number = given.number - 1
          where record.advisory_uuid = opened.advisory_uuid
            and greatest(record.synced_at, record.modified_at) > scan.scanned_at)
        or exists (
          select from jsonb_array_elements(opened.versions) span
          cross join lateral jsonb_array_elements(span -> 'evidence') shown
          join own_advisory own on own.account_uuid = ${accountUuid} and own.id = shown ->> 'recordId'
          join scan on scan.account_uuid = ${accountUuid} and scan.branch_uuid = opened.branch_uuid
            and scan.number = given.number - 1
          where own.changed_at > scan.scanned_at) as is_newer
      from unnest(${scans.map(({ branchUuid }) => branchUuid)}::uuid[], ${scans.map(({ number }) => number)}::int[])
        as given(branch_uuid, number)
      join finding opened on opened.account_uuid = ${accountUuid} and opened.branch_uuid = given.branch_uuid
        and opened.introduced_number = given.number
      -- So that the planner does not compare each with all findings of the account, which are few to its knowledge.
      offset 0
    ) earlier
    where finding.account_uuid = earlier.account_uuid and finding.uuid = earlier.uuid
    returning finding.uuid, introduced_by as "introducedBy", had_vex as "hadVex", is_newer as "isNewer"`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.uuid, causeOf(row)]))
}

interface ExplainedRow {
  uuid: string
  introducedBy: string
  /** A VEX statement, and no exclusion, took it out of the scan before. */
  hadVex: boolean
  /** A record of its advisory arrived or changed after the scan before. */
  isNewer: boolean
}

function causeOf({ introducedBy, hadVex, isNewer }: ExplainedRow): OpeningCause {
  if (introducedBy === 'advisory') return isNewer ? 'advisory' : 'rules'
  if (introducedBy === 'exclusion-lifted') return hadVex ? 'vex-withdrawn' : 'exclusion-ended'
  return introducedBy === 'coverage-restored' ? introducedBy : 'dependency'
}

/** Counts the open findings of branches by severity and age. */
export async function replaceAges(
  tx: Tx,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<void> {
  const ofBranches = sql`account_uuid = ${accountUuid} and branch_uuid = any(${[...branchUuids]}::uuid[])`
  await sql`delete from finding_age where ${ofBranches}`.execute(tx)
  await sql`
    insert into finding_age (account_uuid, branch_uuid, severity, since, findings)
    select account_uuid, branch_uuid, severity,
      (greatest(introduced_at, published_at) at time zone 'UTC')::date, count(*)
    from finding
    where ${ofBranches} and ended_at is null
    group by 1, 2, 3, 4`.execute(tx)
}
