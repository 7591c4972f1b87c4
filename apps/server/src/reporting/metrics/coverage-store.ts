import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { coveredColumn, type StoredCovered } from '#projects/coverage-store.ts'

export interface LastScan {
  branchUuid: string
  /** Epoch ms. */
  lastScanned: number
}

export interface CoveredScan {
  covered: StoredCovered
  /** Whether it is the newest scan of its branch. */
  isNewest: boolean
}

/** What the scans checked, in the order given. The caller checks access to the branches. */
export async function listCovered(
  db: Database,
  { accountUuid }: Scope,
  scans: readonly LastScan[],
): Promise<(CoveredScan | undefined)[]> {
  if (scans.length === 0) return []
  const branches = scans.map(({ branchUuid }) => branchUuid)
  // Points have milliseconds, stored times may have more.
  const ends = scans.map(({ lastScanned }) => new Date(lastScanned + 1))
  const { rows } = await sql<CoveredScan & { position: number }>`
    select given.position::int - 1 as position, ${coveredColumn} as covered,
      scan.number = branch.last_number as "isNewest"
    from unnest(${branches}::uuid[], ${ends}::timestamptz[]) with ordinality as given (branch_uuid, before, position)
    join branch on branch.account_uuid = ${accountUuid} and branch.uuid = given.branch_uuid
    cross join lateral (
      select * from scan
      where scan.account_uuid = ${accountUuid} and scan.branch_uuid = given.branch_uuid
        and scanned_at < given.before
      order by scanned_at desc limit 1) scan`.execute(db)
  const found = new Map(rows.map(({ position, ...row }) => [position, row]))
  return scans.map((_, position) => found.get(position))
}
