import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { StoredContent } from './unpack-content.ts'

interface Waiting {
  accountUuid: string
  digest: Uint8Array
}

/** Documents that were not compared with earlier ones yet, across accounts, the oldest first. */
export async function listWaiting(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select account_uuid as "accountUuid", digest from document
    where not is_compacted and created_at < ${before} order by created_at limit ${limit}`.execute(db)
  return rows
}

type Locked = StoredContent & { isCompacted: boolean }

/** Locked until the transaction ends, so that no build is attached to it and no reader gets parts of two contents. */
export async function lockWhole(tx: Tx, scope: Scope, digest: Uint8Array): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select digest, size, content, null as base, is_compacted as "isCompacted" from document
    where account_uuid = ${scope.accountUuid} and digest = ${digest} and base_digest is null
    for update`.execute(tx)
  return rows[0]
}

/**
 * The whole document behind the one that the same file of the branch had before. Only compacted ones, which are never
 * replaced by a delta themselves. It cannot be removed until the transaction ends.
 */
export async function lockBase(
  tx: Tx,
  { accountUuid }: Scope,
  { digest, maxBytes }: { digest: Uint8Array; maxBytes: number },
): Promise<StoredContent | undefined> {
  const { rows: found } = await sql<{ digest: Uint8Array }>`
    select coalesce(known.base_digest, known.digest) as digest
    from build_document mine
    join build on build.account_uuid = mine.account_uuid and build.uuid = mine.build_uuid
    join build earlier on earlier.account_uuid = build.account_uuid and earlier.branch_uuid = build.branch_uuid
      and earlier.created_at < build.created_at
    join build_document before on before.account_uuid = earlier.account_uuid and before.build_uuid = earlier.uuid
      and before.path = mine.path and before.digest <> mine.digest
    join document known on known.account_uuid = before.account_uuid and known.digest = before.digest
      and known.is_compacted
    where mine.account_uuid = ${accountUuid} and mine.digest = ${digest}
    order by earlier.created_at desc limit 1`.execute(tx)
  if (!found[0]) return undefined
  const { rows } = await sql<StoredContent>`
    select digest, size, content, null as base from document
    where account_uuid = ${accountUuid} and digest = ${found[0].digest} and digest <> ${digest}
      and base_digest is null and size <= ${maxBytes}
    for key share`.execute(tx)
  return rows[0]
}

export const endCompaction = (
  tx: Tx,
  { accountUuid }: Scope,
  { digest, delta }: { digest: Uint8Array; delta: { content: Uint8Array; base: Uint8Array } | null },
) =>
  sql`
    update document set is_compacted = true
      ${delta ? sql`, content = ${delta.content}, base_digest = ${delta.base}` : sql``}
    where account_uuid = ${accountUuid} and digest = ${digest}`.execute(tx)
