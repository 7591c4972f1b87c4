import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/**
 * Locks the account until the transaction ends, so that decisions based on row counts are serialized. Must precede
 * member
 * and team locks (docs/decisions/021-order-of-locks.md). Inserting rows that reference the account remains possible.
 */
export const lockAccount = (tx: Tx, { accountUuid }: Scope) =>
  tx.selectFrom('account').select('uuid').where('uuid', '=', accountUuid).forNoKeyUpdate().execute()
