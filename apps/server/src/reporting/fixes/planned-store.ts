import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { branchFacts, isChangedSince, readBranchRows } from '#reporting/metrics/branch-table-store.ts'
import type { Moment, Read } from '#reporting/metrics/branch-table.ts'
import type { BranchFacts } from '#reporting/metrics/branch-facts.ts'
import { activeDecisions } from './decision-store.ts'
import { PlanCatalog } from './plan-catalog.ts'

export interface PlannedRow extends BranchFacts {
  catalog: PlanCatalog
  /** Numbers in the catalog. */
  project: number
  plans: Uint32Array
  /** Whether two of the plans belong to one upgrade. */
  hasRepeats: boolean
}

interface Stored extends BranchFacts {
  planned: string[]
}

/**
 * Maximum number of plans in a catalog, including those that no branch has any more, before a new one is started. If
 * the branches need more than half of it, it is twice what they need; otherwise, every read would cover all branches.
 */
const usualMaxPlans = 200_000

/** Reads the plans of every branch in scope. Its reads belong to one table. */
export function plannedRowsReader(
  db: Database,
  scope: Scope,
  { maxPlans = usualMaxPlans }: { maxPlans?: number } = {},
): Read<PlannedRow> {
  let catalog = new PlanCatalog()
  let limit = maxPlans
  return async (since) => {
    const isFull = catalog.plans.length > limit
    const reading = await readStoredRows(db, scope, isFull ? null : since)
    if (!reading) return null
    const isWhole = reading.changed === null
    if (isWhole) catalog = new PlanCatalog()
    const rows = reading.rows.map((row) => cataloged(row, catalog))
    if (isWhole) limit = Math.max(maxPlans, 2 * catalog.plans.length)
    return { ...reading, rows }
  }
}

const readStoredRows = (db: Database, scope: Scope, since: Moment | null) =>
  readBranchRows<Stored>(db, scope, {
    since,
    rowsOf: (which) => sql`
      select ${branchFacts}, array(
        select to_jsonb(r)::text from (
          select ecosystem, package_name, to_version, display_name, step, is_known_release, is_direct, shared, critical,
            high, medium, low, none, unknown, cves, from_versions, through, is_malware, instructions
          from branch_upgrade where account_uuid = ${scope.accountUuid} and branch_uuid = branch.uuid) r) as planned
      from branch
      join project on project.account_uuid = ${scope.accountUuid} and project.uuid = branch.project_uuid
        and ${projectInScope(scope)}
      where branch.account_uuid = ${scope.accountUuid} and ${which}`,
  })

function cataloged({ planned, ...facts }: Stored, catalog: PlanCatalog): PlannedRow {
  const plans = Uint32Array.from(planned, (text) => catalog.numberOf(text))
  const groups = new Set(Array.from(plans, (plan) => catalog.groupNumbers[plan]))
  const project = catalog.projects.of(facts.projectUUID)
  return { ...facts, catalog, project, plans, hasRepeats: groups.size < plans.length }
}

export interface ActiveDecision {
  ecosystem: string
  packageName: string
  to: string
  assigneeUuid: string | null
  /** Epoch ms. */
  snoozedUntil: number | null
}

interface ReadDecisions {
  snapshot: string
  decisions: ActiveDecision[]
  /** null: unchanged since the last read. */
  signals: [cve: string, isExploited: boolean, epss: number | null][] | null
}

/** Decisions and signals, which belong to no branch. `since`: the snapshot in which the known signals were read. */
export async function readDecisions(
  db: Database,
  scope: Scope,
  since: string | null,
): Promise<ReadDecisions> {
  const isChanged =
    since === null
      ? sql`true`
      : sql`exists (select from advisory_signal_change where ${isChangedSince({ snapshot: since })})`
  const { rows } = await sql<ReadDecisions>`
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
