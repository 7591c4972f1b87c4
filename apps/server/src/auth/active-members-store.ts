import type { Database, Tx } from '#platform/database/database.ts'
import type { Scope } from './scope.ts'

/** Members who may log in, whichever way they show who they are: active ones of accounts that are open. */
export const activeMembers = (db: Database) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.uuid', 'member.account_uuid')
    .where('member.status', '=', 'Active')
    .where('account.is_active', '=', true)

/**
 * Whether the member may log in. Until the transaction ends nothing that the member logs in by is changed: those who
 * change it lock the member, too.
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
 * Held until the transaction ends, so that what a member has at most, or one of, is counted by one at a time. Comes
 * before the rows that belong to the member: docs/decisions/021-order-of-locks.md. PostgreSQL takes the locks in the
 * order of the clauses: the account, which the audit event needs at the end, goes before its member.
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
