import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/** Deletes up to a limit of the branch's builds and the documents only they use. Returns the number of builds deleted. */
export async function deleteSomeBuilds(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, limit }: { branchUuid: string; limit: number },
): Promise<number> {
  const builds = await sql<{ uuid: string }>`
    select uuid from build where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
    order by uuid limit ${limit} for update`.execute(tx)
  const uuids = builds.rows.map(({ uuid }) => uuid)
  if (uuids.length === 0) return 0
  const documents = await sql<{ digest: Uint8Array }>`
    delete from build_document where account_uuid = ${accountUuid} and build_uuid = any(${uuids}::uuid[])
    returning digest`.execute(tx)
  await sql`delete from build where account_uuid = ${accountUuid} and uuid = any(${uuids}::uuid[])`.execute(
    tx,
  )
  await deleteUnused(tx, accountUuid, documents.rows)
  return uuids.length
}

/** Skips documents locked by an upload. */
async function deleteUnused(tx: Tx, accountUuid: string, documents: readonly { digest: Uint8Array }[]) {
  const digests = [
    ...new Map(documents.map(({ digest }) => [Buffer.from(digest).toString('hex'), digest])).values(),
  ]
  if (digests.length === 0) return
  const { rows } = await sql<{ digest: Uint8Array }>`
    select digest from document where account_uuid = ${accountUuid} and digest = any(${digests}::bytea[])
    order by digest for update skip locked`.execute(tx)
  await sql`
    delete from document where account_uuid = ${accountUuid}
      and digest = any(${rows.map(({ digest }) => digest)}::bytea[])
      and not exists (
        select from build_document where build_document.account_uuid = document.account_uuid
          and build_document.digest = document.digest)`.execute(tx)
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
