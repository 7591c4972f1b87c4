import { notFound } from '#platform/http/problem.ts'
import type { Caller } from './scope.ts'

/** For paths that name an account: other accounts get the same 404 as unknown ones. */
export function checkAccount(caller: Caller, accountUuid: string): void {
  if (accountUuid.toLowerCase() !== caller.scope.accountUuid) throw notFound('account')
}
