import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

const tables = [
  'finding',
  'component_use',
  'scan_row',
  'scan_content',
  'scan_image',
  'branch_series',
  'finding_age',
] as const

/** Deletes up to a limit of rows of each kind from the branch's history. Returns the number deleted. */
export async function deleteSomeHistory(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, limit }: { branchUuid: string; limit: number },
): Promise<number> {
  let count = 0
  for (const table of tables) {
    const name = sql.table(table)
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} limit ${limit}))`.execute(
      tx,
    )
    count += Number(numAffectedRows)
  }
  return count
}

/** Moves the scans of a branch to another project. */
export async function moveHistory(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, projectUuid }: { branchUuid: string; projectUuid: string },
): Promise<void> {
  for (const table of ['scan_row', 'finding'])
    await sql`
      update ${sql.table(table)} set project_uuid = ${projectUuid}
      where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}`.execute(tx)
}
