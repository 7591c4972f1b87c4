import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { deleteReferences, deleteUnused } from '#scanning/builds/documents/removal-store.ts'

/** Deletes up to a limit of the branch's builds and the documents only they use. Returns the number of builds deleted. */
export async function deleteSomeBuilds(
  tx: Tx,
  scope: Scope,
  { branchUuid, limit }: { branchUuid: string; limit: number },
): Promise<number> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from build where account_uuid = ${scope.accountUuid} and branch_uuid = ${branchUuid}
    order by uuid limit ${limit} for update`.execute(tx)
  await deleteBuilds(
    tx,
    scope,
    rows.map(({ uuid }) => uuid),
  )
  return rows.length
}

/** Deletes locked builds and the documents only they use. */
export async function deleteBuilds(tx: Tx, { accountUuid }: Scope, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return
  const digests = await deleteReferences(tx, accountUuid, uuids)
  await sql`delete from build where account_uuid = ${accountUuid} and uuid = any(${[...uuids]}::uuid[])`.execute(
    tx,
  )
  await deleteUnused(tx, accountUuid, digests)
}

/** Moves the builds of a branch to another project. */
export const moveBuilds = (
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, projectUuid }: { branchUuid: string; projectUuid: string },
) =>
  sql`
    update build set project_uuid = ${projectUuid}
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}`.execute(tx)
