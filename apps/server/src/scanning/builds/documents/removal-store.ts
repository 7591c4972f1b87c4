import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'

/** Takes the documents of builds from them. Returns the digest of each. */
export async function deleteReferences(
  tx: Tx,
  accountUuid: string,
  buildUuids: readonly string[],
): Promise<Uint8Array[]> {
  const { rows } = await sql<{ digest: Uint8Array }>`
    delete from build_document where account_uuid = ${accountUuid} and build_uuid = any(${[...buildUuids]}::uuid[])
    returning digest`.execute(tx)
  return [...new Map(rows.map(({ digest }) => [Buffer.from(digest).toString('hex'), digest])).values()]
}

/**
 * Deletes the documents that no build has any more and from which no other differs, and then those from which they
 * differed. Skips those locked by an upload.
 */
export async function deleteUnused(
  tx: Tx,
  accountUuid: string,
  digests: readonly Uint8Array[],
): Promise<void> {
  if (digests.length === 0) return
  const { rows } = await sql<{ digest: Uint8Array }>`
    select digest from document where account_uuid = ${accountUuid} and digest = any(${digests}::bytea[])
    order by digest for update skip locked`.execute(tx)
  const deleted = await sql<{ base: Uint8Array | null }>`
    delete from document where account_uuid = ${accountUuid}
      and digest = any(${rows.map(({ digest }) => digest)}::bytea[])
      and not exists (
        select from build_document where build_document.account_uuid = document.account_uuid
          and build_document.digest = document.digest)
      and not exists (
        select from document delta where delta.account_uuid = document.account_uuid
          and delta.base_digest = document.digest)
    returning base_digest as base`.execute(tx)
  await deleteUnused(
    tx,
    accountUuid,
    deleted.rows.flatMap(({ base }) => base ?? []),
  )
}
