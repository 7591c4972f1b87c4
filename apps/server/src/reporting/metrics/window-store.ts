import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { branchFacts, readBranchRows } from './branch-table-store.ts'
import type { Moment, Read } from './branch-table.ts'
import type { BranchFacts } from './branch-facts.ts'
import { Numbering } from './numbering.ts'
import {
  exclusionsByDay,
  type Figures,
  isMonthOf,
  type MetricsRow,
  notFixed,
  notIntroduced,
  projectsInScope,
  rowsOfWindow,
  type Selection,
  utcDay,
} from './store.ts'
import type { Window } from './window.ts'

/** A branch in a window: the displayed row, and the values needed for sums. */
export interface WindowRow extends MetricsRow, BranchFacts {
  /** Number of the project within its table. */
  project: number
  /** Epoch ms. */
  firstScanned: number
  libyears: number | null
  unknown_releases: number | null
  /** Scans by day, from the window's start. */
  days: Uint16Array
  /** Read when the row is first ranked; as a row, it is valid until its branch changes. */
  changes: RowChanges | null
}

/** Changes of a branch in the window without dependency work. */
export interface RowChanges {
  closedWithoutFix: number
  openedWithoutChange: number
}

interface Stored extends Omit<WindowRow, 'days' | 'project' | 'changes'> {
  /** First days, counted from the window's start, and the scans of each day. */
  months: [offset: number, scans: number[]][]
}

const dayMs = 86_400_000

const everything = { teamUuid: null, branchPatterns: [], tags: [], search: '' }

/** Reads the rows of readMetrics for every branch in scope. Its reads belong to one table. */
export function windowRowsReader(db: Database, scope: Scope, window: Window): Read<WindowRow> {
  const projects = new Numbering()
  return async (since) => {
    const reading = await readStoredRows(db, scope, { window, since })
    return (
      reading && {
        ...reading,
        rows: reading.rows.map((row) => ({
          ...withDays(row, window),
          project: projects.of(row.projectUUID),
        })),
      }
    )
  }
}

const readStoredRows = (
  db: Database,
  scope: Scope,
  { window, since }: { window: Window; since: Moment | null },
) =>
  readBranchRows<Stored>(db, scope, {
    since,
    rowsOf: (which) => sql`
      with reach as (${projectsInScope(scope, everything)}),
      selected as materialized (${rowsOfWindow(scope, { ...everything, window }, which)})
      select selected.*, ${branchFacts}, (extract(epoch from first_at) * 1000)::int8 as "firstScanned", (
        select coalesce(json_agg(json_build_array(month - ${utcDay(window.from)}, scans)), '[]') from branch_month
        where account_uuid = ${scope.accountUuid} and branch_uuid = selected."branchUuid" and ${isMonthOf(window)}
      ) as months
      from selected
      join branch on branch.account_uuid = ${scope.accountUuid} and branch.uuid = selected."branchUuid"
      join project on project.account_uuid = ${scope.accountUuid} and project.uuid = selected."projectUUID"`,
  })

function withDays({ months, ...row }: Stored, { from, before }: Window): Omit<WindowRow, 'project'> {
  const days = new Uint16Array(Math.round((before.getTime() - from.getTime()) / dayMs))
  for (const [offset, scans] of months)
    for (const [at, count] of scans.entries())
      if (offset + at >= 0 && offset + at < days.length) days[offset + at] = count
  return { ...row, days, changes: null }
}

export interface UncachedFigures {
  exclusions: Figures['exclusions']
  matchingExclusions: Figures['exclusions']
  changes: ({ branchUuid: string } & RowChanges)[]
}

/** Data that is not in the rows in memory: exclusions by day, and changes of some branches without dependency work. */
export async function readUncachedFigures(
  db: Database,
  scope: Scope,
  { selection, branchUuids }: { selection: Selection; branchUuids: readonly string[] },
): Promise<UncachedFigures> {
  const { window } = selection
  const made = (which: RawBuilder<unknown>) =>
    exclusionsByDay(
      { scope, selection, which },
      sql`select uuid from (${projectsInScope(scope, selection)}) reach
        where ${which} and reach.uuid = exclusion.project_uuid`,
    )
  const sumOf = (causes: string[]) =>
    sql`coalesce(sum(findings) filter (where cause = any(${causes}::text[])), 0)::int`
  const { rows } = await sql<UncachedFigures>`
    select ${made(sql`true`)} as exclusions,
      ${selection.search === '' ? sql`'[]'::json` : made(sql`matches`)} as "matchingExclusions",
      (select coalesce(json_agg(r), '[]') from (
        select branch_uuid as "branchUuid", ${sumOf(notFixed)} as "closedWithoutFix",
          ${sumOf(notIntroduced)} as "openedWithoutChange"
        from finding_day
        where account_uuid = ${scope.accountUuid} and branch_uuid = any(${[...branchUuids]}::uuid[])
          and day >= ${utcDay(window.from)} and day < ${utcDay(window.before)}
        group by branch_uuid) r) as changes`.execute(db)
  return rows[0]!
}
