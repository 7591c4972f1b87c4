import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/**
 * Locks the account until the transaction ends, so that decisions based on row counts are serialized. Must precede
 * locks of members and teams (docs/decisions/021-order-of-locks.md). Inserting rows that reference the account remains
 * possible.
 */
export const lockAccount = (tx: Tx, { accountUuid }: Scope) =>
  tx.selectFrom('account').select('uuid').where('uuid', '=', accountUuid).forNoKeyUpdate().execute()

/**
 * The first lock of a change: the account is not removed until the transaction ends, and its removal waits here, before
 * any row of the account. Returns false if it no longer exists.
 */
export const shareLockAccount = async (tx: Tx, { accountUuid }: Scope): Promise<boolean> =>
  (await tx
    .selectFrom('account')
    .select('uuid')
    .where('uuid', '=', accountUuid)
    .forKeyShare()
    .executeTakeFirst()) !== undefined

/** Waits for changes and scans in progress and blocks new ones until the transaction ends. */
export const lockAccountForRemoval = (tx: Tx, { accountUuid }: Scope) =>
  tx.selectFrom('account').select('uuid').where('uuid', '=', accountUuid).forUpdate().execute()
