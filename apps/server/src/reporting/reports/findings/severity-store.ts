import type { Severity } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Position } from '#reporting/reports/components/component-pages-store.ts'
import { openAt } from './finding-pages-store.ts'

/** Number of findings open after a scan, by severity. */
export async function countSeverities(
  db: Database,
  scope: Scope,
  at: Position,
): Promise<Partial<Record<Severity, number>>> {
  const { rows } = await sql<{ severity: Severity; count: number }>`
    select severity, count(*)::int as count from finding where ${openAt(scope, at)}
    group by severity order by severity`.execute(db)
  return Object.fromEntries(rows.map(({ severity, count }) => [severity, count]))
}

export interface ComponentFigures {
  outdated: number
  undeclared: number
  violating: number
}

/** Stability and licensing counts of a scan's components. */
export async function countComponents(
  db: Database,
  scope: Scope,
  { branchUuid, number }: Position,
): Promise<ComponentFigures> {
  const { rows } = await sql<ComponentFigures>`
    select count(*) filter (where coalesce(latest_patch, latest_minor, latest_major) is not null)::int as outdated,
      count(*) filter (where licenses = '{}')::int as undeclared,
      count(*) filter (where violations <> '[]')::int as violating
    from component_of_branch component
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}
      and introduced_number <= ${number} and (ended_number is null or ended_number > ${number})`.execute(db)
  return rows[0]!
}
