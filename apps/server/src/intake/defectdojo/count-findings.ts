import { dojoSeverities, type DojoNumbers } from '@assay/contract/intake/defect-dojo.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { countByState, type DojoState, type FindingsFilter, type Flag, hasFlag } from './findings-store.ts'

/** By severity, in lower case, and in total. */
export async function countFindings(
  db: Database,
  scope: Scope,
  filter: FindingsFilter,
): Promise<Record<string, DojoNumbers>> {
  const rows = await countByState(db, scope, filter)
  const bySeverity = dojoSeverities.map((severity) => [
    severity.toLowerCase(),
    numbersOf(rows.filter((each) => each.severity === severity)),
  ])
  return { ...Object.fromEntries(bySeverity), total: numbersOf(rows) }
}

function numbersOf(rows: readonly { state: DojoState; count: number }[]): DojoNumbers {
  const sumOf = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0)
  const flagged = (flag: Flag) => sumOf(rows.filter(({ state }) => hasFlag(state, flag)))
  const total = sumOf(rows)
  return {
    active: flagged('active'),
    verified: total,
    duplicate: flagged('duplicate'),
    false_p: flagged('false_p'),
    out_of_scope: flagged('out_of_scope'),
    is_mitigated: flagged('is_mitigated'),
    risk_accepted: flagged('risk_accepted'),
    total,
  }
}
