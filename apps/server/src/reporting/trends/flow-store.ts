import { severities } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { branchFacts, readBranchRows } from '#reporting/metrics/branch-table-store.ts'
import type { Moment, Reading } from '#reporting/metrics/branch-table.ts'
import type { BranchFacts } from '#reporting/metrics/branch-facts.ts'
import { utcDay } from '#reporting/metrics/store.ts'
import { flowCauses } from './flow-causes.ts'

/** Counters of one branch. */
export interface FlowRow extends BranchFacts {
  /** Four numbers each: days since 1970, 16 × severity + cause (as positions), days to fix or -1, findings. */
  flow: Int32Array
  /** Open findings: severity by position, start in days since 1970, number of findings. */
  ages: Int32Array
}

interface Stored extends BranchFacts {
  flow: string | null
  ages: string | null
}

/** For every branch in scope, with its counters from a given day. */
export async function readFlowRows(
  db: Database,
  scope: Scope,
  { from, since }: { from: Date; since: Moment | null },
): Promise<Reading<FlowRow> | null> {
  const reading = await readBranchRows<Stored>(db, scope, {
    since,
    // One probe per branch: if the planner expects few rows, it would recompute joined sums for each of them.
    rowsOf: (which) => sql`
      select ${branchFacts}, (
        select string_agg(concat_ws(' ', day - date '1970-01-01',
          16 * ${position(severities, 'severity')} + ${position(flowCauses, 'cause')}, coalesce(days_to_fix, -1), findings), ' ')
        from finding_day
        where account_uuid = ${scope.accountUuid} and branch_uuid = branch.uuid and day >= ${utcDay(from)}) as flow, (
        select string_agg(concat_ws(' ', ${position(severities, 'severity')}, since - date '1970-01-01', findings), ' ')
        from finding_age where account_uuid = ${scope.accountUuid} and branch_uuid = branch.uuid) as ages
      from branch
      join project on project.account_uuid = ${scope.accountUuid} and project.uuid = branch.project_uuid
        and ${projectInScope(scope)}
      where branch.account_uuid = ${scope.accountUuid} and ${which}`,
  })
  return reading && { ...reading, rows: reading.rows.map(packed) }
}

const position = (names: readonly string[], column: string) =>
  sql`(array_position(${[...names]}::text[], ${sql.ref(column)}) - 1)`

const packed = ({ flow, ages, ...facts }: Stored): FlowRow => ({
  ...facts,
  flow: numbersOf(flow),
  ages: numbersOf(ages),
})

const numbersOf = (text: string | null) => Int32Array.from(text === null ? [] : text.split(' ').map(Number))
