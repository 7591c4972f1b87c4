import { sql } from 'kysely'
import type { Severity } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { branchFacts, isChangedSince, readBranchRows } from '#reporting/metrics/branch-table-store.ts'
import type { Moment, Reading } from '#reporting/metrics/branch-table.ts'
import type { BranchFacts } from '#reporting/metrics/choose-branches.ts'
import { activeDecisions } from './decision-store.ts'

/** An upgrade that a branch needs; most branches that need it have an equal plan. */
export interface Planned extends Record<Severity, number> {
  ecosystem: string
  package_name: string
  to_version: string
  display_name: string
  step: number | null
  is_known_release: boolean
  is_direct: boolean | null
  shared: number
  cves: string[]
  from_versions: string[]
  through: string[]
  lockfile: string | null
}

export interface PlannedRow extends BranchFacts {
  /** Equal plans share one object. */
  planned: Planned[]
}

interface Stored extends BranchFacts {
  planned: string[]
}

/** Equal plans of a table, by their text. */
export type Plans = Map<string, Planned>

/** Maximum number of cached plans that are no longer used by any branch. Above it, the cache is emptied. */
const maxPlans = 200_000

/** For every branch in scope. */
export async function readPlannedRows(
  db: Database,
  scope: Scope,
  { since, plans }: { since: Moment | null; plans: Plans },
): Promise<Reading<PlannedRow> | null> {
  const reading = await readBranchRows<Stored>(db, scope, {
    since,
    rowsOf: (which) => sql`
      select ${branchFacts}, array(
        select to_jsonb(r)::text from (
          select ecosystem, package_name, to_version, display_name, step, is_known_release, is_direct, shared, critical,
            high, medium, low, none, unknown, cves, from_versions, through, lockfile
          from branch_upgrade where account_uuid = ${scope.accountUuid} and branch_uuid = branch.uuid) r) as planned
      from branch
      join project on project.account_uuid = ${scope.accountUuid} and project.uuid = branch.project_uuid
        and ${projectInScope(scope)}
      where branch.account_uuid = ${scope.accountUuid} and ${which}`,
  })
  if (reading?.changed === null || plans.size > maxPlans) plans.clear()
  return reading && { ...reading, rows: reading.rows.map((row) => withPlans(row, plans)) }
}

const withPlans = ({ planned, ...facts }: Stored, plans: Plans): PlannedRow => ({
  ...facts,
  planned: planned.map((text) => {
    const known = plans.get(text)
    if (known) return known
    const plan = JSON.parse(text) as Planned
    plans.set(text, plan)
    return plan
  }),
})

export interface Signal {
  isExploited: boolean
  epss: number | null
}

export interface ActiveDecision {
  ecosystem: string
  packageName: string
  to: string
  assigneeUuid: string | null
  /** Epoch ms. */
  snoozedUntil: number | null
}

export type Signals = ReadonlyMap<string, Signal>

interface Standing {
  snapshot: string
  decisions: ActiveDecision[]
  /** null: unchanged since the last read. */
  signals: [cve: string, isExploited: boolean, epss: number | null][] | null
}

/** Decisions and signals do not belong to a branch. `since`: the snapshot in which the known signals were read. */
export async function readStanding(db: Database, scope: Scope, since: string | null): Promise<Standing> {
  const isChanged =
    since === null
      ? sql`true`
      : sql`exists (select from advisory_signal_change where ${isChangedSince({ snapshot: since })})`
  const { rows } = await sql<Standing>`
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(json_agg(json_build_object('ecosystem', ecosystem, 'packageName', package_name,
        'to', to_version, 'assigneeUuid', assignee_uuid,
        'snoozedUntil', (extract(epoch from snoozed_until) * 1000)::bigint)), '[]')
        from (${activeDecisions(scope, null)}) decided) as decisions,
      case when ${isChanged} then (
        select coalesce(json_agg(json_build_array(cve, known_exploited, epss)), '[]')
        from advisory_signal where known_exploited or epss >= 0.1) end as signals`.execute(db)
  return rows[0]!
}
