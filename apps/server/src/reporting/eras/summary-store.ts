import type { FixTargets } from '@assay/contract/accounts.ts'
import { addressedKinds, type Severity, severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { dueOn, isOfTriage } from '#scanning/due-dates/store.ts'
import { type EraSelection, selected } from './store.ts'

const findings = sql`
  project
  join branch on branch.account_uuid = project.account_uuid and branch.project_uuid = project.uuid
  join finding on finding.account_uuid = branch.account_uuid and finding.branch_uuid = branch.uuid`

const openAt = (at: Date) => sql`
  introduced_at < ${at}::timestamptz and (ended_at is null or ended_at >= ${at}::timestamptz)`

/** The number of open findings at some instants, in their order. */
export async function openOverTime(
  db: Database,
  scope: Scope,
  { selection, instants }: { selection: EraSelection; instants: readonly Date[] },
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from ${findings} where ${selected(scope, selection)}
      and introduced_at < at and (ended_at is null or ended_at >= at))::int as count
    from unnest(${[...instants]}::timestamptz[]) with ordinality instant(at, position) order by position`.execute(
    db,
  )
  return rows.map(({ count }) => count)
}

export interface TargetFigures {
  severity: Severity
  /** Of the account; null if findings are due by other targets alone. */
  targetDays: number | null
  /** Of the findings fixed in the window. */
  fixed: number
  fixedInTime: number
  /** Of those open at the end of the window. */
  overdue: number
}

/** By severity that has a target or findings with a due date, worst first. */
export async function countTargets(
  db: Database,
  scope: Scope,
  { selection, targets, lastDay }: { selection: EraSelection; targets: FixTargets; lastDay: string },
): Promise<TargetFigures[]> {
  const { from, before } = selection
  const isFixed = sql`end_kind = any(${[...addressedKinds]}::text[]) and ended_at >= ${from}::timestamptz
    and ended_at < ${before}::timestamptz`
  const { rows } = await sql<Omit<TargetFigures, 'targetDays'>>`
    select severity, (count(*) filter (where ${isFixed}))::int as fixed,
      (count(*) filter (where ${isFixed} and (ended_at at time zone 'UTC')::date <= due_on))::int as "fixedInTime",
      (count(*) filter (where ${openAt(before)} and due_on < ${lastDay}::date))::int as overdue
    from (
      select finding.*, ${dueOn} as due_on from ${findings}
      join account on account.uuid = finding.account_uuid
      left join finding_triage triage on ${isOfTriage}
      where ${selected(scope, selection)} and (ended_at is null or ended_at >= ${from}::timestamptz)) finding
    where due_on is not null group by severity`.execute(db)
  return severities.flatMap((severity) => {
    const targetDays = targets[toWireSeverity[severity] as keyof FixTargets] ?? null
    const found = rows.find((each) => each.severity === severity)
    if (targetDays === null && !found) return []
    return [{ severity, fixed: 0, fixedInTime: 0, overdue: 0, ...found, targetDays }]
  })
}

export interface FixedUpgrade {
  package: string
  fixedBy: string | null
  projects: number
  findings: number
  critical: number
  high: number
  lastAt: Date
}

/** What closed findings in the window, the most severe first. */
export async function fixedUpgrades(
  db: Database,
  scope: Scope,
  { selection, limit }: { selection: EraSelection; limit: number },
): Promise<FixedUpgrade[]> {
  const { rows } = await sql<FixedUpgrade>`
    select min(display_name) as package, fixed_by as "fixedBy", count(distinct project.uuid)::int as projects,
      count(*)::int as findings, (count(*) filter (where severity = 'critical'))::int as critical,
      (count(*) filter (where severity = 'high'))::int as high, max(ended_at) as "lastAt"
    from ${findings} where ${selected(scope, selection)}
      and ended_at >= ${selection.from}::timestamptz and ended_at < ${selection.before}::timestamptz
      and end_kind = any(${[...addressedKinds]}::text[])
    group by ecosystem, package_name, fixed_by
    order by critical desc, high desc, findings desc, package limit ${limit}`.execute(db)
  return rows
}
