import { accountScope, type Caller, type Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { isOperator } from './store.ts'

/** The account's scope: the caller's own, or any for an administrator of the operator account. Throws 404. */
export async function reachAccount(db: Database, caller: Caller, accountUuid: string): Promise<Scope> {
  if (accountUuid.toLowerCase() === caller.scope.accountUuid) return caller.scope
  if (!isUuid(accountUuid) || !(await operates(db, caller))) throwNotFound('account')
  return accountScope(accountUuid.toLowerCase())
}

/** Whether the caller is the operator, with all administrator permissions and no restricted token. */
export const operates = async (db: Database, { scope, role, token }: Caller): Promise<boolean> =>
  role === 'Administrator' &&
  (token?.access ?? 'admin') === 'admin' &&
  scope.teams === 'all' &&
  (await isOperator(db, scope))

/** For installation-wide data. Throws 403. */
export async function checkOperates(db: Database, caller: Caller): Promise<void> {
  if (!(await operates(db, caller)))
    throw new Problem(403, 'operatorOnly', 'Only the operator of this installation can do this')
}
