import { type Severity, severities } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { flowCauses } from './flow-causes.ts'

/** A finding whose severity changed. */
export interface Rerating {
  from: Severity
  to: Severity
}

export interface SeriesScan {
  branchUuid: string
  number: number
  at: Date
  /** Whether the scan opened, ended or changed findings. */
  hasFlow: boolean
  rerated: readonly Rerating[]
}

/** A chunk is full from this size on, so that a scan rewrites a bounded number of bytes. */
const chunkBytes = 1024

/**
 * Appends scans to the packed history of their branches, from which the dashboard's numbers are computed. The stored
 * scans and their findings are the source.
 */
export async function appendToSeries(tx: Tx, scope: Scope, scans: readonly SeriesScan[]): Promise<void> {
  const ofBranch = sql`account_uuid = ${scope.accountUuid} and branch_uuid = given.branch_uuid`
  await sql`
    insert into branch_series (account_uuid, branch_uuid, chunk, points, flow)
    select ${scope.accountUuid}::uuid, given.branch_uuid,
      coalesce((
        select case when length(points) + length(flow) < ${chunkBytes} then chunk else chunk + 1 end
        from branch_series where ${ofBranch} order by chunk desc limit 1), 0),
      coalesce((select ${scanPoint} from scan where ${ofBranch} and number = given.number), ''),
      case when given.has_flow then ${flowOf(scope)} else '' end
    from unnest(
      ${scans.map(({ branchUuid }) => branchUuid)}::uuid[], ${scans.map(({ number }) => number)}::int[],
      ${scans.map(({ at }) => at)}::timestamptz[], ${scans.map(({ hasFlow }) => hasFlow)}::boolean[],
      ${scans.map(({ rerated }) => JSON.stringify(rerated))}::jsonb[]
    ) as given(branch_uuid, number, at, has_flow, rerated)
    on conflict (account_uuid, branch_uuid, chunk) do update
      set points = branch_series.points || excluded.points, flow = branch_series.flow || excluded.flow`.execute(
    tx,
  )
}

const dayNumber = (date: RawBuilder<unknown>) => sql`${date} - date '1970-01-01'`

const integers = (...values: RawBuilder<unknown>[]) =>
  sql.join(
    values.map((value) => sql`int4send(${value})`),
    sql` || `,
  )

/** The point of a scan row, as reporting/numbers/point.ts reads it. */
export const scanPoint = integers(
  dayNumber(sql`(scanned_at at time zone 'UTC')::date`),
  sql`(extract(epoch from (scanned_at at time zone 'UTC')::time) * 1000)::int`,
  sql`vulnerability_count`,
  sql`identified_total`,
  sql`addressed_total`,
  sql`coalesce(round(libyears::numeric * 100)::int, -1)`,
  sql`coalesce(unknown_releases, -1)`,
  sql`security_score | (coalesce(carried_security_score, 255) << 8) | (security_measured::int << 16)
    | (stability_measured::int << 17) | (licensing_measured::int << 18) | (covers_less::int << 19)
    | ((coalesce(declared_outcome, outcome) = 'FAIL')::int << 20)`,
)

const pointBytes = 32

/** After a change of stored scans: their points are written again where they are. */
export const rewritePoints = (
  tx: Tx,
  { accountUuid }: Scope,
  scans: readonly Pick<SeriesScan, 'branchUuid' | 'number'>[],
) =>
  sql`
    update branch_series set points = overlay(points placing rewritten.point from position(rewritten.at in points))
    from (
      select branch_uuid, point, substring(point from 1 for 8) as at
      from (
        select scan.branch_uuid, ${scanPoint} as point
        from unnest(${scans.map(({ branchUuid }) => branchUuid)}::uuid[], ${scans.map(({ number }) => number)}::int[])
          as given(branch_uuid, number)
        join scan on scan.account_uuid = ${accountUuid} and scan.branch_uuid = given.branch_uuid
          and scan.number = given.number) pointed) rewritten
    where branch_series.account_uuid = ${accountUuid} and branch_series.branch_uuid = rewritten.branch_uuid
      and position(rewritten.at in points) % ${pointBytes} = 1
      and position(rewritten.point in points) = 0`.execute(tx)

const positionOf = (names: readonly string[], column: RawBuilder<unknown>) =>
  sql`(array_position(${[...names]}::text[], ${column}) - 1)`

/** Four integers each: day, 16 × severity + cause (as positions), days to fix or -1, findings. */
export const flowEntry = integers(
  dayNumber(sql`day`),
  sql`16 * ${positionOf(severities, sql`severity`)} + ${positionOf(flowCauses, sql`cause`)}`,
  sql`coalesce(days_to_fix, -1)`,
  sql`findings`,
)

/** Of the row "given". */
function flowOf({ accountUuid }: Scope) {
  const ofBranch = sql`account_uuid = ${accountUuid} and branch_uuid = given.branch_uuid`
  return sql`coalesce((
    select string_agg(${flowEntry}, ''::bytea)
    from (
      select (given.at at time zone 'UTC')::date as day, severity, cause, days_to_fix, findings
      from (
        select severity, introduced_by as cause, null::int as days_to_fix, count(*)::int as findings
        from finding where ${ofBranch} and introduced_number = given.number
        group by severity, introduced_by
        union all
        select severity, end_kind, days_to_fix, count(*)::int
        from finding where ${ofBranch} and ended_at = given.at and ended_number = given.number
        group by severity, end_kind, days_to_fix
        union all
        select severity, 'rerated', null::int, sum(moved)::int
        from (
          select rerating ->> 'from' as severity, -1 as moved from jsonb_array_elements(given.rerated) rerating
          union all
          select rerating ->> 'to', 1 from jsonb_array_elements(given.rerated) rerating) changed
        group by severity having sum(moved) <> 0) counted) flow), '')`
}
