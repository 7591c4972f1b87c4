import type { ComparedVersion } from '@assay/engine/lifetimes/compare-components.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isIncludedAt, type Position } from '#reporting/reports/components/component-pages-store.ts'
import type { Compared } from './compared-pages-store.ts'

/** The versions that only one of two scans has, or has under these licenses, by name. */
export async function changedVersions(
  db: Database,
  scope: Scope,
  { from, to }: Compared,
): Promise<ComparedVersion[]> {
  const at = (position: Position, isBefore: boolean) => sql`
    select ecosystem, package_name, name, version, licenses, libyears, ${sql.lit(isBefore)} as is_before
    from component_of_branch component where ${isIncludedAt(scope, position)}`
  const { rows } = await sql<ComparedVersion>`
    select ecosystem, min(package_name) as "packageName", name, version, licenses, min(libyears) as libyears,
      bool_and(is_before) as "isBefore"
    from (${at(from, true)} union all ${at(to, false)}) compared
    group by ecosystem, name, version, licenses having bool_and(is_before) = bool_or(is_before)
    order by name, ecosystem, version, licenses`.execute(db)
  return rows
}

/**
 * The number of the branch's last scan, up to a given one, that lists other components or counts other findings than
 * the one before it; null if none does. Rows of components also change with what is known of them.
 */
export async function lastDifferentNumber(
  db: Database,
  scope: Scope,
  { branchUuid, number }: Position,
): Promise<number | null> {
  const ofBranch = sql`account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}`
  const isLater = sql`introduced_number > 1 and introduced_number <= ${number}`
  const { rows } = await sql<{ number: number | null }>`
    select max(number) as number from (
      select number from (
        select introduced_number as number, ecosystem, name, version, licenses, 1 as change
        from component_of_branch component where ${ofBranch} and ${isLater}
        union all
        select ended_number, ecosystem, name, version, licenses, -1
        from component_of_branch component where ${ofBranch} and ended_number <= ${number}) component
      group by number, ecosystem, name, version, licenses having sum(change) <> 0
      union all select introduced_number from finding where ${ofBranch} and ${isLater}
      union all select ended_number from finding where ${ofBranch} and ended_number <= ${number}) changed`.execute(
    db,
  )
  return rows[0]!.number
}

/** The branch's last scan before a number; null if there is none. */
export async function scanBefore(
  db: Database,
  scope: Scope,
  { branchUuid, number }: Position,
): Promise<string | null> {
  const row = await db
    .selectFrom('scan')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.uuid ?? null
}

/** The last scan of the project's other branch that was scanned last; null if it has no other. */
export async function scanOfOtherBranch(
  db: Database,
  scope: Scope,
  { projectUuid, branchUuid }: { projectUuid: string; branchUuid: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('branch')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.account_uuid', '=', 'branch.account_uuid')
        .onRef('scan.branch_uuid', '=', 'branch.uuid')
        .onRef('scan.number', '=', 'branch.last_number'),
    )
    .select('scan.uuid')
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.project_uuid', '=', projectUuid)
    .where('branch.uuid', '!=', branchUuid)
    .orderBy('scan.scanned_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.uuid ?? null
}
