import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'

/**
 * Before any member or team (docs/decisions/021-order-of-locks.md). Held until the transaction ends, so that two that decide by counting rows of the account do it one after the other.
 * Rows that refer to the account are still made meanwhile.
 */
export const lockAccount = (tx: Tx, { accountUuid }: Scope) =>
  tx.selectFrom('account').select('uuid').where('uuid', '=', accountUuid).forNoKeyUpdate().execute()
