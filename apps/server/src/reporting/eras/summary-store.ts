import type { FixTargets } from '@assay/contract/accounts.ts'
import { addressedKinds, type Severity, severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
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
  targetDays: number
  /** Of the findings fixed in the window. */
  fixed: number
  fixedInTime: number
  /** Open for longer than the target at the end of the window. */
  overdue: number
}

/** By severity that has a target, worst first. */
export async function countTargets(
  db: Database,
  scope: Scope,
  { selection, targets }: { selection: EraSelection; targets: FixTargets },
): Promise<TargetFigures[]> {
  const named = severities.flatMap((severity) => {
    const days = targets[toWireSeverity[severity] as keyof FixTargets] ?? null
    return days === null ? [] : [{ severity, days }]
  })
  if (named.length === 0) return []
  const { from, before } = selection
  const isFixed = sql`end_kind = any(${[...addressedKinds]}::text[]) and ended_at >= ${from}::timestamptz
    and ended_at < ${before}::timestamptz`
  const { rows } = await sql<TargetFigures>`
    select target.severity, target.days as "targetDays", (count(*) filter (where ${isFixed}))::int as fixed,
      (count(*) filter (where ${isFixed} and days_to_fix <= target.days))::int as "fixedInTime",
      (count(*) filter (where ${openAt(before)}
        and greatest(introduced_at, published_at) < ${before}::timestamptz - target.days * interval '1 day'))::int as overdue
    from unnest(${named.map(({ severity }) => severity)}::text[], ${named.map(({ days }) => days)}::int[])
      with ordinality target(severity, days, position)
    left join (select finding.* from ${findings} where ${selected(scope, selection)}) finding
      on finding.severity = target.severity
    group by target.severity, target.days, target.position order by target.position`.execute(db)
  return rows
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
