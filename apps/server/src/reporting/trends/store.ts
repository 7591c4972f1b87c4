import { addressedKinds, endKinds } from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isNamedLike, type ProjectSelection, projectsInScope, utcDay } from '#reporting/metrics/store.ts'

export interface TrendWindow {
  from: Date
  before: Date
  /** Start of the preceding window of the same length. */
  previousFrom: Date
}

/** Sums over the selected branches, with days counted from January 1, 1970. */
export interface TrendSums {
  /** Change in open findings per day; day null: after the window, until now. */
  growth: { day: number | null; severity: string; findings: number }[]
  /** week: its Monday. */
  weeks: { week: number; cause: string; findings: number }[]
  fixes: { isBefore: boolean; severity: string; days: number | null; findings: number }[]
  /** Currently open findings. */
  ages: { severity: string; since: number; findings: number }[]
}

/** From the daily counters stored with scans; days without changes have none. */
export async function readTrend(
  db: Database,
  scope: Scope,
  { selection, window: { from, before, previousFrom } }: { selection: ProjectSelection; window: TrendWindow },
): Promise<TrendSums> {
  const { rows } = await sql<TrendSums>`
    with reach as (${projectsInScope(scope, selection)}),
    chosen as materialized (
      select branch.uuid from reach
      join branch on branch.account_uuid = ${scope.accountUuid} and branch.project_uuid = reach.uuid
      where matches and ${isNamedLike(selection.branchPatterns)}),
    flow as materialized (
      select day, severity, cause, days_to_fix, sum(findings)::int as findings
      from finding_day join chosen on chosen.uuid = finding_day.branch_uuid
      where account_uuid = ${scope.accountUuid} and day >= ${utcDay(previousFrom)}
      group by 1, 2, 3, 4)
    select
      (select coalesce(json_agg(r), '[]') from (
        select case when day < ${utcDay(before)} then ${daysTo(sql`day`)} end as day, severity, sum(${signed})::int as findings
        from flow where day >= ${utcDay(from)} group by 1, 2) r) as growth,
      (select coalesce(json_agg(r), '[]') from (
        select ${daysTo(sql`date_trunc('week', day)::date`)} as week, cause, sum(findings)::int as findings
        from flow where day >= ${utcDay(from)} and day < ${utcDay(before)} and cause <> 'rerated'
        group by 1, 2) r) as weeks,
      (select coalesce(json_agg(r), '[]') from (
        select day < ${utcDay(from)} as "isBefore", severity, days_to_fix as days, sum(findings)::int as findings
        from flow where day < ${utcDay(before)} and cause = any(${[...addressedKinds]}::text[])
        group by 1, 2, 3) r) as fixes,
      (select coalesce(json_agg(r), '[]') from (
        select severity, ${daysTo(sql`since`)} as since, sum(findings)::int as findings
        from finding_age join chosen on chosen.uuid = finding_age.branch_uuid
        where account_uuid = ${scope.accountUuid}
        group by 1, 2 having sum(findings) > 0) r) as ages`.execute(db)
  return rows[0]!
}

const daysTo = (date: RawBuilder<unknown>) => sql`(${date} - date '1970-01-01')`

/** Contribution of a counter to the number of open findings. */
const signed = sql`case
  when cause = any(${[...endKinds]}::text[]) then -findings else findings end`
