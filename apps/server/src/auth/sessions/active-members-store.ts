import type { Database, Tx } from '#platform/database/database.ts'
import type { Scope } from '#auth/scope.ts'

/** Members who may log in, by any method: active members of open accounts. */
export const activeMembers = (db: Database) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.uuid', 'member.account_uuid')
    .where('member.status', '=', 'Active')
    .where('account.is_active', '=', true)

/**
 * Whether the member may log in. Locks the member, so that authentication methods do not change until the transaction
 * ends.
 */
export async function lockForLogin(
  tx: Tx,
  { accountUuid, memberUuid }: { accountUuid: string; memberUuid: string },
): Promise<boolean> {
  const row = await activeMembers(tx)
    .select('member.uuid')
    .where('member.account_uuid', '=', accountUuid)
    .where('member.uuid', '=', memberUuid)
    .forKeyShare('account')
    .forShare('member')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the member, so that limits per member are checked one at a time. Must precede rows that belong to the member:
 * docs/decisions/021-order-of-locks.md. PostgreSQL locks in the order of the clauses: the account, which the audit
 * event needs at the end, before its member.
 */
export const lockMember = (tx: Tx, scope: Scope, uuid: string) =>
  tx
    .selectFrom('member')
    .innerJoin('account', 'account.uuid', 'member.account_uuid')
    .select('member.uuid')
    .where('member.account_uuid', '=', scope.accountUuid)
    .where('member.uuid', '=', uuid)
    .forKeyShare('account')
    .forNoKeyUpdate('member')
    .execute()
