import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Tx } from '#platform/database/database.ts'

interface RecordedScan {
  branchUuid: string
  number: number
  at: Date
}

/** A finding whose severity changed. */
export interface Rerating {
  from: Severity
  to: Severity
}

/**
 * Stores why each finding opened by the scan is new. Must run before the scan's components are stored: the previous
 * ones show whether the component or the advisory data changed.
 */
export async function explainOpened(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, number }: Pick<RecordedScan, 'branchUuid' | 'number'>,
): Promise<void> {
  await sql`
    update finding set introduced_by = case
      when ${number}::int = 1 then 'first-scan'
      when earlier.end_kind = 'coverage-lost' then 'coverage-restored'
      when not earlier.was_present then 'dependency'
      when earlier.end_kind = 'excluded' or earlier.was_excluded then 'exclusion-lifted'
      else 'advisory' end
    from (
      select opened.uuid,
        (select end_kind from finding other
          where other.account_uuid = ${accountUuid} and other.branch_uuid = ${branchUuid}
            and other.ecosystem = opened.ecosystem and other.package_name = opened.package_name
            and other.advisory_uuid = opened.advisory_uuid and other.ended_number is not null
          order by other.ended_number desc limit 1) as end_kind,
        exists (select from component
          where component.account_uuid = ${accountUuid} and component.branch_uuid = ${branchUuid}
            and component.ecosystem = opened.ecosystem and component.package_name = opened.package_name
            and ${isCurrent}
            and component.version in (select span ->> 'version' from jsonb_array_elements(opened.versions) span)
        ) as was_present,
        (opened.ecosystem, opened.package_name, opened.advisory_uuid::text) in (
          select entry ->> 'ecosystem', entry ->> 'packageName', entry ->> 'advisoryUuid'
          from scan cross join lateral jsonb_array_elements(scan.excluded) entry
          where scan.account_uuid = ${accountUuid} and scan.branch_uuid = ${branchUuid}
            and scan.number = ${number - 1}::int) as was_excluded
      from finding opened
      where opened.account_uuid = ${accountUuid} and opened.branch_uuid = ${branchUuid}
        and opened.introduced_number = ${number}::int
    ) earlier
    where finding.account_uuid = ${accountUuid} and finding.uuid = earlier.uuid`.execute(tx)
}

/** Adds opened, ended and rerated findings to the day's counters and recomputes the age of open ones. */
export async function countFindingDay(
  tx: Tx,
  scope: Scope,
  { rerated, ...scan }: RecordedScan & { rerated: readonly Rerating[] },
): Promise<void> {
  await addToDay(tx, scope, { ...scan, rerated })
  await replaceAges(tx, scope, scan.branchUuid)
}

async function addToDay(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, number, at, rerated }: RecordedScan & { rerated: readonly Rerating[] },
): Promise<void> {
  const day = at.toISOString().slice(0, 10)
  const moved = rerated.flatMap(({ from, to }) => [
    { severity: from, by: -1 },
    { severity: to, by: 1 },
  ])
  await sql`
    insert into finding_day (account_uuid, branch_uuid, day, severity, cause, days_to_fix, findings)
    select ${accountUuid}::uuid, ${branchUuid}::uuid, ${day}::date, severity, introduced_by, null::int, count(*)
    from finding
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and introduced_number = ${number}::int
    group by severity, introduced_by
    union all
    select ${accountUuid}::uuid, ${branchUuid}::uuid, ${day}::date, severity, end_kind, days_to_fix, count(*)
    from finding
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and ended_at = ${at}::timestamptz
      and ended_number = ${number}::int
    group by severity, end_kind, days_to_fix
    union all
    select ${accountUuid}::uuid, ${branchUuid}::uuid, ${day}::date, severity, 'rerated', null::int, sum(moved)
    from unnest(${moved.map(({ severity }) => severity)}::text[], ${moved.map(({ by }) => by)}::int[])
      as given(severity, moved)
    group by severity having sum(moved) <> 0
    on conflict (account_uuid, branch_uuid, day, severity, cause, days_to_fix)
      do update set findings = finding_day.findings + excluded.findings`.execute(tx)
}

async function replaceAges(tx: Tx, { accountUuid }: Scope, branchUuid: string): Promise<void> {
  await tx
    .deleteFrom('finding_age')
    .where('account_uuid', '=', accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .execute()
  await sql`
    insert into finding_age (account_uuid, branch_uuid, severity, since, findings)
    select account_uuid, branch_uuid, severity,
      (greatest(introduced_at, published_at) at time zone 'UTC')::date, count(*)
    from finding
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} and ended_at is null
    group by 1, 2, 3, 4`.execute(tx)
}
